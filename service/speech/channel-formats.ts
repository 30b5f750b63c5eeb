import type { TranscriptFormatName } from "../contract/transcriptions.ts";
import { segmentsOf } from "./segments.ts";
import type { Transcript } from "./transcribe.ts";
import {
  roundedToMs,
  TRANSCRIPT_FORMATS,
  timedWord,
  usageOf,
  verboseSegment,
  type TranscriptOptions,
} from "./transcript-formats.ts";
import { warningsOf } from "./warnings.ts";
import { textOf } from "./written-form/written-words.ts";

/** Every format of the transcripts of separate channels, by its name in a request; both are JSON. */
export const CHANNEL_FORMATS = {
  json: (channels: readonly Transcript[]) => ({
    text: textInTurn(channels),
    channels: channels.map(({ words }, channel) => ({ channel, text: textOf(words) })),
    ...warningsOf(together(channels)),
    usage: usageOf(secondsInAll(channels)),
  }),
  verbose_json: (channels: readonly Transcript[], options: TranscriptOptions) => ({
    task: "transcribe",
    language: "turkish",
    duration: roundedToMs(Math.max(0, ...channels.map(({ durationSeconds }) => durationSeconds))),
    text: textInTurn(channels),
    segments: segmentsInTurn(channels).map(({ channel, ...segment }, id) => ({
      ...verboseSegment(segment, id, options),
      channel,
    })),
    ...(options.withWords && { words: wordsInTurn(channels, options) }),
    ...warningsOf(together(channels)),
    usage: usageOf(secondsInAll(channels)),
  }),
} as const satisfies Partial<
  Record<TranscriptFormatName, (channels: readonly Transcript[], options: never) => object>
>;

/** Returns the transcripts of channels as they are sent; `format` is one of these. */
export function writtenChannels(
  channels: readonly Transcript[],
  format: TranscriptFormatName,
  options: TranscriptOptions,
): { readonly contentType: string; readonly text: string } {
  if (!isChannelFormat(format)) throw new Error(`${format} has no separate channels`);
  const { contentType } = TRANSCRIPT_FORMATS[format];
  return { contentType, text: JSON.stringify(CHANNEL_FORMATS[format](channels, options)) };
}

export function isChannelFormat(name: string): name is keyof typeof CHANNEL_FORMATS {
  return Object.hasOwn(CHANNEL_FORMATS, name);
}

/** Returns all channels as one transcript, for what holds of the whole recording. */
export function together(channels: readonly Transcript[]) {
  return {
    words: channels.flatMap(({ words }) => words),
    isTurkish: channels.some(({ isTurkish }) => isTurkish === false) ? false : undefined,
    isLoud: channels.some(({ isLoud }) => isLoud === true),
  };
}

/** Returns the segments of all channels in the order in which they begin. */
function segmentsInTurn(channels: readonly Transcript[]) {
  return channels
    .flatMap(({ words }, channel) => segmentsOf(words).map((segment) => ({ ...segment, channel })))
    .toSorted((one, other) => one.start - other.start);
}

function textInTurn(channels: readonly Transcript[]): string {
  return segmentsInTurn(channels)
    .map(({ text }) => text)
    .join(" ");
}

function wordsInTurn(channels: readonly Transcript[], options: TranscriptOptions) {
  return channels
    .flatMap(({ words }, channel) =>
      words.map((word) => ({ ...timedWord(word, options), channel })),
    )
    .toSorted((one, other) => one.start - other.start);
}

function secondsInAll(channels: readonly Transcript[]): number {
  return channels.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
}
