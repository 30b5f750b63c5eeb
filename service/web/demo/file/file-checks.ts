import type { Problem } from "#web-kit/api/api-error.ts";

/** What of a file can be seen before it is sent. */
export interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Endings of what the service decodes; for the file dialog, and where a browser knows no type. */
export const AUDIO_ENDINGS = [
  ".wav",
  ".mp3",
  ".flac",
  ".ogg",
  ".oga",
  ".opus",
  ".webm",
  ".m4a",
  ".mp4",
] as const;

/** Returns why a file need not be sent; undefined where it may be. */
export function problemOfFile(
  { name, type, size }: FileFacts,
  mostBytes: number,
): Problem | undefined {
  if (!isAudio(name, type)) return { code: "unsupported_file" };
  if (size === 0) return { code: "empty_audio" };
  return size > mostBytes ? { code: "file_too_large" } : undefined;
}

function isAudio(name: string, type: string): boolean {
  const lower = name.toLowerCase();
  return type.startsWith("audio/") || AUDIO_ENDINGS.some((ending) => lower.endsWith(ending));
}
