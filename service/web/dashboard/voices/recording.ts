import type { RecordingRules } from "../frame/content.ts";

/** A recording before it is sent; how many seconds it lasts may be unknown. */
export interface Recording {
  readonly file: Blob;
  readonly seconds: number | undefined;
}

type RecordingFault = "missing" | "too-large" | "too-short" | "too-long";

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

/** The rules as texts name them. */
export function ruleValues({ leastSeconds, mostSeconds, mostBytes }: RecordingRules) {
  return { least: leastSeconds, most: mostSeconds, megabytes: mostBytes / (1024 * 1024) };
}

/** Returns how many seconds a file of audio lasts as the browser sees it; undefined where it cannot tell. */
export async function audioSeconds(file: Blob): Promise<number | undefined> {
  const audio = new Audio(URL.createObjectURL(file));
  await new Promise((resolve) => {
    audio.onloadedmetadata = resolve;
    audio.onerror = resolve;
  });
  URL.revokeObjectURL(audio.src);
  return Number.isFinite(audio.duration) ? audio.duration : undefined;
}
