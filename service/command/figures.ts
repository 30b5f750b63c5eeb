/** Writes bytes as megabytes; a dash where they are not known. */
export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "-" : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Writes seconds; short times as milliseconds. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${(1000 * seconds).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;
}

/** Writes the speed of transcription or synthesis as a multiple of real time. */
export function speed(audioSeconds: number, workSeconds: number): string {
  return workSeconds === 0 ? "-" : `${(audioSeconds / workSeconds).toFixed(0)} × real time`;
}

/** Writes a share as a percentage. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
