import type { Sent } from "#service/contract/schema.ts";
import type { MessageSegment } from "#service/contract/sockets/live-stream.ts";
import type { VerboseTranscriptionBody, WarningCode } from "#service/contract/transcriptions.ts";

/** Speech between two pauses; times are in seconds from the start of the audio. */
export type Segment = TimedText & { readonly words: Words };
type TimedText = Pick<MessageSegment, "start" | "end" | "text">;
type Words = NonNullable<MessageSegment["words"]>;

/** Returns a segment whose words have the punctuation of its text. */
export function segmentOf({ start, end, text }: TimedText, words: Words = []): Segment {
  const written = text.trim().split(/\s+/u);
  return {
    start,
    end,
    text: text.trim(),
    words:
      written.length === words.length
        ? words.map((word, at) => ({ ...word, word: written[at] ?? word.word }))
        : words,
  };
}

/** Returns the segments of a transcript in the format verbose_json, each with its words. */
export function segmentsOfTranscript({
  segments,
  words = [],
}: Pick<Sent<typeof VerboseTranscriptionBody>, "segments" | "words">): readonly Segment[] {
  return segments.map((segment) =>
    segmentOf(
      segment,
      words.filter(({ start }) => start >= segment.start && start < segment.end),
    ),
  );
}

/** Returns the first warning of a transcript; undefined where there is none. */
export function warningOf({
  warnings = [],
}: Pick<Sent<typeof VerboseTranscriptionBody>, "warnings">): WarningCode | undefined {
  return warnings[0]?.code;
}

/**
 * Returns the indices of the segment and of its word at a time in seconds; undefined before the first segment. The word is -1
 * before the segment's first word.
 */
export function wordAt(
  segments: readonly Segment[],
  seconds: number,
): { readonly segment: number; readonly word: number } | undefined {
  const segment = segments.findLastIndex(({ start }) => start <= seconds);
  const word = (segments[segment]?.words ?? []).findLastIndex(({ start }) => start <= seconds);
  return segment < 0 ? undefined : { segment, word };
}

/** Writes seconds as `0:07`, `12:30` or `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  const start = hours === 0 ? `${minutes}` : `${hours}:${two(minutes)}`;
  return `${start}:${two(whole % 60)}`;
}
