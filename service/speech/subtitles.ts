import type { Segment } from "./segments.ts";

export type SubtitleDialect = "srt" | "vtt";

/** Renders segments as SubRip or WebVTT subtitles. */
export function subtitleLines(segments: readonly Segment[], dialect: SubtitleDialect): string {
  const separator = dialect === "srt" ? "," : ".";
  const cues = segments.map(({ start, end, text }, index) => {
    const times = `${timestamp(start, separator)} --> ${timestamp(end, separator)}`;
    return dialect === "srt" ? `${index + 1}\n${times}\n${text}\n` : `${times}\n${text}\n`;
  });
  return dialect === "srt" ? cues.join("\n") : ["WEBVTT\n", ...cues].join("\n");
}

/** Seconds as `HH:MM:SS,mmm`; hours grow past two digits where they have to. */
export function timestamp(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const clock = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${clock.map((value) => part(value, 2)).join(":")}${separator}${part(ms % 1000, 3)}`;
}
