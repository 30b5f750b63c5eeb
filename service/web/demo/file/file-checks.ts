import type { Problem } from "#web-kit/api/api-error.ts";

/** What is shown of a file, and can be checked before it is sent. */
export type FileFacts = Pick<File, "name" | "type" | "size">;

/** The endings of files that the service decodes: for the file dialog, and where a browser knows no type. */
export const AUDIO_ENDINGS = ".wav .mp3 .flac .ogg .oga .opus .webm .m4a .mp4".split(" ");

/** Returns why a file is not sent; undefined where it is. */
export function problemOfFile(
  { name, type, size }: FileFacts,
  mostBytes: number,
): Problem | undefined {
  const lower = name.toLowerCase();
  const isAudio =
    type.startsWith("audio/") || AUDIO_ENDINGS.some((ending) => lower.endsWith(ending));
  if (!isAudio) return { code: "unsupported_file" };
  if (size === 0) return { code: "empty_audio" };
  return size > mostBytes ? { code: "file_too_large" } : undefined;
}
