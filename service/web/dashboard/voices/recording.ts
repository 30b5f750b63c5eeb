import type { RecordingRules } from "../frame/content.ts";

/** A recording before it is sent; `seconds` is undefined where its duration is unknown. */
export interface Recording {
  readonly file: Blob;
  readonly seconds: number | undefined;
}

type RecordingFault = "missing" | "too-large" | "too-short" | "too-long";

/** Returns why the service would reject a recording; undefined where no reason is known. */
export function recordingFault(
  recording: Recording | undefined,
  { minSeconds, maxSeconds, maxBytes }: RecordingRules,
): RecordingFault | undefined {
  if (recording === undefined) return "missing";
  const { file, seconds } = recording;
  if (file.size > maxBytes) return "too-large";
  if (seconds === undefined) return undefined;
  if (seconds < minSeconds) return "too-short";
  return seconds > maxSeconds ? "too-long" : undefined;
}

/** Returns the rules as values for the placeholders of texts. */
export function ruleValues({ minSeconds, maxSeconds, maxBytes }: RecordingRules) {
  return { min: minSeconds, max: maxSeconds, megabytes: maxBytes / (1024 * 1024) };
}

/** Returns the duration of an audio file in seconds; undefined where the browser cannot tell. */
export async function audioSeconds(file: Blob): Promise<number | undefined> {
  const audio = new Audio(URL.createObjectURL(file));
  await new Promise((resolve) => {
    audio.onloadedmetadata = resolve;
    audio.onerror = resolve;
  });
  URL.revokeObjectURL(audio.src);
  return Number.isFinite(audio.duration) ? audio.duration : undefined;
}
