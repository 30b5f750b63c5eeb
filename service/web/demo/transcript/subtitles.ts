import type { Segment } from "../api/transcripts.ts";

/** Two lines on a screen, for as long as one can be read. */
const CUE = { characters: 84, seconds: 7 };

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Writes segments as a SubRip file; a long one becomes several cues. */
export function srtOf(segments: readonly Segment[]): string {
  const cues = segments.flatMap(cuesOf).map(({ start, end, text }, index) => {
    return `${index + 1}\n${timestamp(start, ",")} --> ${timestamp(end, ",")}\n${text}\n`;
  });
  return cues.join("\n");
}

/** Writes segments as a WebVTT file; a long one becomes several cues. */
export function vttOf(segments: readonly Segment[]): string {
  const cues = segments.flatMap(cuesOf).map(({ start, end, text }) => {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `${timestamp(start, ".")} --> ${timestamp(end, ".")}\n${escaped}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** Cuts a segment between words, before a cue would become too long. */
function cuesOf(segment: Segment): readonly Cue[] {
  const cues: Cue[] = [];
  for (const { word, start, end } of segment.words) {
    const open = cues.at(-1);
    const joined = open === undefined ? "" : `${open.text} ${word}`;
    const fits = joined.length <= CUE.characters && end - (open?.start ?? 0) <= CUE.seconds;
    if (open === undefined || !fits) cues.push({ start, end, text: word });
    else cues[cues.length - 1] = { start: open.start, end, text: joined };
  }
  return cues.length > 1 ? cues : [segment];
}

/** Seconds as `HH:MM:SS,mmm`. */
function timestamp(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const [hours, minutes, whole] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ].map((part) => String(part).padStart(2, "0"));
  return `${hours}:${minutes}:${whole}${separator}${String(ms % 1000).padStart(3, "0")}`;
}
