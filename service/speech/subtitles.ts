import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { segmentOf, splitWhile, type Segment, type TranscriptWord } from "./segments.ts";

/** Limits of a cue by common subtitle guidelines: two lines of so many characters, shown for so many seconds. */
const CUE = { lineCharacters: 42, seconds: 7 };

/** Renders segments as SubRip or WebVTT subtitles; a long segment becomes several cues. */
export function subtitleLines(segments: readonly Segment[], dialect: "srt" | "vtt"): string {
  const separator = dialect === "srt" ? "," : ".";
  const parts = segments.flatMap(({ words }) => splitWhile(isTooLong, words));
  const cues = parts.map(segmentOf).map(({ start, end, text }, index) => {
    const times = `${timestamp(start, separator)} --> ${timestamp(end, separator)}`;
    const lines = wrapped(text);
    return dialect === "srt"
      ? `${index + 1}\n${times}\n${lines}\n`
      : `${times}\n${escaped(lines)}\n`;
  });
  return dialect === "srt" ? cues.join("\n") : ["WEBVTT\n", ...cues].join("\n");
}

/** Returns seconds as `HH:MM:SS,mmm`; hours may have more than two digits. */
export function timestamp(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const clock = [
    Math.floor(ms / HOUR_MS),
    Math.floor(ms / MINUTE_MS) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${clock.map((value) => part(value, 2)).join(":")}${separator}${part(ms % 1000, 3)}`;
}

function isTooLong(words: readonly TranscriptWord[]): boolean {
  const { start, end, text } = segmentOf(words);
  const lines = wrapped(text).split("\n");
  const isWide = lines.some((line) => line.length > CUE.lineCharacters);
  return end - start > CUE.seconds || isWide;
}

/** Breaks a text that is too wide into two lines, as even as its words allow. */
function wrapped(text: string): string {
  if (text.length <= CUE.lineCharacters) return text;
  const spaces = [...text.matchAll(/ /gu)].map(({ index }) => index);
  const offMiddle = (at: number) => Math.abs(2 * at - text.length);
  const [best] = spaces.toSorted((one, other) => offMiddle(one) - offMiddle(other));
  return best === undefined ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
