import type { ElevenLabsTranscription } from "../../../contract/dialects/elevenlabs.ts";
import type { Sent } from "../../../contract/schema.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import { speakersOf } from "../../../speech/speaker-segments.ts";
import type { Transcript } from "../../../speech/transcribe.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { textOf } from "../../../speech/written-form/written-words.ts";

type Body = Sent<typeof ElevenLabsTranscription>;

/** Options of a request that shape the transcript. */
interface TranscriptShape {
  readonly withTimes: boolean;
  readonly withSpeakers: boolean;
}

/** Minimum, because 0 has no finite logarithm. */
const MIN_CONFIDENCE = 1e-6;

/** Writes a transcript: its words, with spaces between them. */
export function transcriptionOf(
  { words, durationSeconds, speakers = [], isTurkish }: Transcript,
  requestId: string,
  { withTimes, withSpeakers }: TranscriptShape,
): Body {
  const numbers = withSpeakers ? speakersOf(words, speakers) : [];
  const written = words.flatMap((word, at) => {
    const speaker = withSpeakers ? { speaker_id: `speaker_${numbers[at] ?? 0}` } : {};
    const own = { ...wordOf(word, withTimes), ...speaker };
    const before = words[at - 1];
    return before === undefined
      ? [own]
      : [{ ...spaceBetween(before, word, withTimes), ...speaker }, own];
  });
  return {
    language_code: "tur",
    language_probability: isTurkish === false ? 0 : 1,
    text: textOf(words),
    words: written,
    transcription_id: requestId,
    audio_duration_secs: roundedToMs(durationSeconds),
  };
}

function wordOf({ text, mark, start, end, confidence }: TranscriptWord, withTimes: boolean) {
  return {
    text: text + mark,
    ...(withTimes && { start: roundedToMs(start), end: roundedToMs(end) }),
    type: "word" as const,
    logprob: Math.log(Math.max(confidence, MIN_CONFIDENCE)),
  };
}

function spaceBetween(before: TranscriptWord, after: TranscriptWord, withTimes: boolean) {
  return {
    text: " ",
    ...(withTimes && { start: roundedToMs(before.end), end: roundedToMs(after.start) }),
    type: "spacing" as const,
    logprob: 0,
  };
}
