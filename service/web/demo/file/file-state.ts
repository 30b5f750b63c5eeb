import type { WarningCode } from "#service/contract/transcriptions.ts";
import type { Problem } from "#web-kit/api/api-error.ts";
import type { Segment } from "../transcript/segments.ts";

/** The facts of a file that are shown and checked before it is sent. */
type FileFacts = Pick<File, "name" | "type" | "size">;

/** Extensions of files that the service decodes: for the file dialog, and for files whose type the browser does not know. */
export const AUDIO_EXTENSIONS = ".wav .mp3 .flac .ogg .oga .opus .webm .m4a .mp4".split(" ");

/** Returns why a file cannot be sent; undefined where it can. */
export function problemOfFile(
  { name, type, size }: FileFacts,
  maxBytes: number,
): Problem | undefined {
  const lower = name.toLowerCase();
  const isAudio =
    type.startsWith("audio/") || AUDIO_EXTENSIONS.some((extension) => lower.endsWith(extension));
  if (!isAudio) return { code: "unsupported_file" };
  if (size === 0) return { code: "empty_audio" };
  return size > maxBytes ? { code: "file_too_large" } : undefined;
}

/** The state of the transcription of a file. */
export type FileState =
  | { readonly phase: "empty" }
  | { readonly phase: "refused"; readonly file: FileFacts | undefined; readonly problem: Problem }
  | { readonly phase: "sending"; readonly file: FileFacts; readonly sentShare: number }
  | { readonly phase: "transcribing"; readonly file: FileFacts }
  | ({ readonly phase: "heard"; readonly file: FileFacts } & HeardSpeech);

interface HeardSpeech {
  readonly segments: readonly Segment[];
  /** The service's warning about the transcript. */
  readonly warning: WarningCode | undefined;
}

export type FileEvent =
  | { readonly type: "chosen"; readonly file: FileFacts; readonly problem: Problem | undefined }
  /** Several files came at once, or none. */
  | { readonly type: "unusable"; readonly problem: Problem }
  | { readonly type: "sent"; readonly share: number }
  | ({ readonly type: "heard" } & HeardSpeech)
  | { readonly type: "failed"; readonly problem: Problem }
  | { readonly type: "cancel" };

/** Returns the state after an event. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  switch (event.type) {
    case "chosen":
      return event.problem === undefined
        ? { phase: "sending", file: event.file, sentShare: 0 }
        : { phase: "refused", file: event.file, problem: event.problem };
    case "unusable":
      return { phase: "refused", file: undefined, problem: event.problem };
    case "cancel":
      return { phase: "empty" };
    case "sent":
      if (state.phase !== "sending") return state;
      return event.share < 1
        ? { ...state, sentShare: event.share }
        : { phase: "transcribing", file: state.file };
    case "heard":
      return isUnderWay(state)
        ? {
            phase: "heard",
            file: state.file,
            segments: event.segments,
            warning: event.warning,
          }
        : state;
    case "failed":
      return isUnderWay(state)
        ? { phase: "refused", file: state.file, problem: event.problem }
        : state;
  }
}

/** Returns whether the file is being sent or transcribed. */
export function isUnderWay(
  state: FileState,
): state is Extract<FileState, { readonly phase: "sending" | "transcribing" }> {
  return state.phase === "sending" || state.phase === "transcribing";
}
