import type { Segment } from "./segments.ts";

/** Limits of a cue: two lines on a screen, shown long enough to be read. */
const CUE = { characters: 84, seconds: 7 };

type Cue = Pick<Segment, "start" | "end" | "text">;

/** Writes segments as a SubRip file; a long one becomes several cues. */
export function srtOf(segments: readonly Segment[]): string {
  const cues = segments.flatMap(cuesOf);
  return cues.map((cue, at) => `${at + 1}\n${timesOf(cue, ",")}\n${cue.text}\n`).join("\n");
}

/** Writes segments as a WebVTT file; a long one becomes several cues. */
export function vttOf(segments: readonly Segment[]): string {
  const cues = segments.flatMap(cuesOf).map((cue) => {
    const escaped = cue.text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;");
    return `${timesOf(cue, ".")}\n${escaped}\n`;
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

function timesOf({ start, end }: Cue, separator: "," | "."): string {
  // Writes `HH:MM:SS.mmm`, which is enough: recordings last a few hours at most.
  const written = (seconds: number) =>
    new Date(Math.round(seconds * 1000)).toISOString().slice(11, -1).replace(".", separator);
  return `${written(start)} --> ${written(end)}`;
}
