import { JSON_TYPE } from "#runtime/content-types.ts";
import { deflateSync } from "node:zlib";
import type {
  TimedWord,
  TranscriptFormatName,
  TranscriptEventSchema,
} from "../contract/transcriptions.ts";
import { speakerSegments } from "./speaker-segments.ts";
import { segmentsOf, type Segment, type TranscriptWord } from "./segments.ts";
import { subtitleLines } from "./subtitles.ts";
import type { Transcript, TranscribedSentences } from "./transcribe.ts";
import { endsSentence } from "./written-form/sentences.ts";
import { textOf } from "./written-form/written-words.ts";
import type { Sent } from "../contract/schema.ts";
import { warningsOf } from "./warnings.ts";

/** The options of a request that affect the output. */
export interface TranscriptOptions {
  readonly temperature: number;
  readonly withWords: boolean;
  /** Whether words have their confidence. */
  readonly withConfidence: boolean;
}

interface TranscriptFormat {
  readonly contentType: string;
  render(transcript: Transcript, options: TranscriptOptions): string;
}

/** Every format of a transcript, by its name in a request. */
export const TRANSCRIPT_FORMATS = {
  json: {
    contentType: JSON_TYPE,
    render: ({ words, durationSeconds, ...doubts }) =>
      JSON.stringify({
        text: textOf(words),
        ...warningsOf({ words, ...doubts }),
        usage: usageOf(durationSeconds),
      }),
  },
  text: {
    contentType: "text/plain; charset=utf-8",
    render: ({ words }) => `${textOf(words)}\n`,
  },
  verbose_json: {
    contentType: JSON_TYPE,
    render: (transcript, options) => JSON.stringify(verbose(transcript, options)),
  },
  diarized_json: {
    contentType: JSON_TYPE,
    render: (transcript) => JSON.stringify(diarized(transcript)),
  },
  srt: {
    contentType: "application/x-subrip; charset=utf-8",
    render: ({ words }) => subtitleLines(segmentsOf(words), "srt"),
  },
  vtt: {
    contentType: "text/vtt; charset=utf-8",
    render: ({ words }) => subtitleLines(segmentsOf(words), "vtt"),
  },
} as const satisfies Readonly<Record<TranscriptFormatName, TranscriptFormat>>;

/** Returns the usage that a transcription is charged by. */
export function usageOf(durationSeconds: number): { type: "duration"; seconds: number } {
  return { type: "duration", seconds: roundedToMs(durationSeconds) };
}

export function roundedToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function verbose({ words, durationSeconds, ...doubts }: Transcript, options: TranscriptOptions) {
  return {
    task: "transcribe",
    language: "turkish",
    duration: roundedToMs(durationSeconds),
    text: textOf(words),
    segments: segmentsOf(words).map((segment, id) => verboseSegment(segment, id, options)),
    ...(options.withWords && { words: words.map((word) => timedWord(word, options)) }),
    ...warningsOf({ words, ...doubts }),
    usage: usageOf(durationSeconds),
  };
}

function diarized({ words, durationSeconds, speakers = [], ...doubts }: Transcript) {
  return {
    task: "transcribe",
    duration: roundedToMs(durationSeconds),
    text: textOf(words),
    segments: speakerSegments(words, speakers).map(({ start, end, speaker, text }, at) => ({
      type: "transcript.text.segment",
      id: `seg_${at}`,
      start: roundedToMs(start),
      end: roundedToMs(end),
      speaker,
      text,
    })),
    ...warningsOf({ words, ...doubts }),
    usage: usageOf(durationSeconds),
  };
}

/** Returns a word as answers and messages have it; its confidence in thousandths. */
export function timedWord(
  { text, start, end, confidence }: TranscriptWord,
  { withConfidence }: Pick<TranscriptOptions, "withConfidence">,
): Sent<typeof TimedWord> {
  return {
    word: text,
    start: roundedToMs(start),
    end: roundedToMs(end),
    ...(withConfidence && { confidence: Math.round(confidence * 1000) / 1000 }),
  };
}

/** Returns a segment with the fields that OpenAI's clients know; `seek` counts frames of 10 ms as Whisper does. */
export function verboseSegment(segment: Segment, id: number, { temperature }: TranscriptOptions) {
  const { start, end, text, words } = segment;
  const logProbabilities = words.map(({ confidence }) => Math.log(Math.max(confidence, 1e-6)));
  const bytes = Buffer.from(text);
  return {
    id,
    seek: Math.round(start * 100),
    start: roundedToMs(start),
    end: roundedToMs(end),
    text,
    // The models have no tokens that clients could interpret.
    tokens: [],
    temperature,
    avg_logprob: logProbabilities.reduce((sum, value) => sum + value, 0) / words.length,
    compression_ratio: bytes.length / deflateSync(bytes).length,
    no_speech_prob: words.reduce((product, { confidence }) => product * (1 - confidence), 1),
  };
}

/** Yields sentences as events; all deltas together are the text of the last event. */
export async function* transcriptEvents(
  sentences: AsyncIterable<TranscribedSentences>,
): AsyncGenerator<Sent<typeof TranscriptEventSchema>> {
  let text = "";
  let seconds = 0;
  const all: TranscriptWord[] = [];
  let doubts: Pick<TranscribedSentences, "isTurkish" | "isLoud"> = {};
  for await (const { words, transcribedSeconds, isTurkish, isLoud } of sentences) {
    seconds = transcribedSeconds;
    all.push(...words);
    doubts = { isTurkish, isLoud };
    let begin = 0;
    for (const [at, { mark }] of words.entries()) {
      if (!endsSentence(mark) && at < words.length - 1) continue;
      const delta = (text === "" ? "" : " ") + textOf(words.slice(begin, at + 1));
      begin = at + 1;
      text += delta;
      yield { type: "transcript.text.delta", delta };
    }
  }
  const warnings = warningsOf({ words: all, ...doubts });
  yield { type: "transcript.text.done", text, ...warnings, usage: usageOf(seconds) };
}
