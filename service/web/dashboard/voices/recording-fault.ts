import type { RecordingRules } from "../frame/content.ts";

export type RecordingFault = "missing" | "too-large" | "too-short" | "too-long";

/** A recording before it is sent; how long it lasts may be unknown. */
export interface Recording {
  readonly file: Blob;
  readonly seconds: number | undefined;
}

/** Says what the service would refuse a recording for; undefined where nothing is known against it. */
export function recordingFault(
  recording: Recording | undefined,
  { leastSeconds, mostSeconds, mostBytes }: RecordingRules,
): RecordingFault | undefined {
  if (recording === undefined) return "missing";
  const { file, seconds } = recording;
  if (file.size > mostBytes) return "too-large";
  if (seconds === undefined) return undefined;
  if (seconds < leastSeconds) return "too-short";
  return seconds > mostSeconds ? "too-long" : undefined;
}
