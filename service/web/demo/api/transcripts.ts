import { apiProblem, objectOf, type Problem } from "#web-kit/api/api-error.ts";

/** A stretch of speech between pauses; seconds from the start of the audio. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly Word[];
}

export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** What of a live stream's messages the page goes by. */
export type LiveMessage =
  | { readonly type: "partial"; readonly start: number; readonly text: string }
  | { readonly type: "segment"; readonly segment: Segment }
  | { readonly type: "final"; readonly segments: readonly Segment[] }
  | { readonly type: "error"; readonly problem: Problem };

/** Reads a message of a live stream; undefined where the page does not go by it. */
export function parseLiveMessage(text: string): LiveMessage | undefined {
  const message = objectOf(JSON.parse(text)) ?? {};
  switch (message["type"]) {
    case "transcript.partial":
      return {
        type: "partial",
        start: numberOf(message["start"]),
        text: textOf(message["text"]),
      };
    case "transcript.segment":
      return { type: "segment", segment: segmentOf(message) };
    case "transcript.final":
      return { type: "final", segments: listOf(message["segments"]).map(segmentOf) };
    case "error":
      return { type: "error", problem: apiProblem(message, 0) };
    default:
      return undefined;
  }
}

/** Reads the segments of a transcript in `verbose_json`, each with its words. */
export function segmentsOfTranscript(json: unknown): readonly Segment[] {
  const transcript = objectOf(json) ?? {};
  const words = listOf(transcript["words"]).map(wordOf);
  return listOf(transcript["segments"]).map((one) => {
    const segment = segmentOf(one);
    const isWithin = ({ start }: Word) => start >= segment.start && start < segment.end;
    return { ...segment, words: asWritten(words.filter(isWithin), segment.text) };
  });
}

function segmentOf(json: unknown): Segment {
  const { start, end, text: given, words } = objectOf(json) ?? {};
  const text = textOf(given).trim();
  return {
    start: numberOf(start),
    end: numberOf(end),
    text,
    words: asWritten(listOf(words).map(wordOf), text),
  };
}

/** Gives words the marks that stand behind them in their segment's text. */
function asWritten(words: readonly Word[], text: string): readonly Word[] {
  const written = text.split(/\s+/u);
  if (written.length !== words.length) return words;
  return words.map((word, at) => ({ ...word, word: written[at] ?? word.word }));
}

function wordOf(json: unknown): Word {
  const { word, start, end } = objectOf(json) ?? {};
  return { word: textOf(word), start: numberOf(start), end: numberOf(end) };
}

function listOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

function numberOf(json: unknown): number {
  return typeof json === "number" ? json : 0;
}

function textOf(json: unknown): string {
  return typeof json === "string" ? json : "";
}
