import { fill } from "#web-kit/language/texts.ts";
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { RecordingRules } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { audioSeconds } from "./audio-seconds.ts";
import { Playback } from "./playback.tsx";
import type { Recording } from "./recording-fault.ts";

const BYTES_PER_MEGABYTE = 1024 * 1024;

interface UploadPanelProps {
  readonly rules: RecordingRules;
  /** What was chosen. */
  readonly upload: Signal<Recording | undefined>;
}

/** Takes a recording from a file, and plays it. */
export function UploadPanel({ rules, upload }: UploadPanelProps): JSX.Element {
  const { voices } = useReader().texts;
  const { leastSeconds, mostSeconds, mostBytes } = rules;
  const choose = async (file: File | undefined): Promise<void> => {
    upload.value = file && { file, seconds: undefined };
    if (file === undefined) return;
    const seconds = await audioSeconds(file);
    if (upload.peek()?.file === file) upload.value = { file, seconds };
  };
  return (
    <div class="field">
      <label for="voice-file">{voices.file}</label>
      <input
        class="input"
        id="voice-file"
        type="file"
        accept="audio/*,.m4a,.webm,.ogg,.flac"
        aria-describedby="voice-file-help"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <small id="voice-file-help">
        {fill(voices.fileHelp, {
          least: leastSeconds,
          most: mostSeconds,
          megabytes: mostBytes / BYTES_PER_MEGABYTE,
        })}
      </small>
      {upload.value !== undefined && <Playback file={upload.value.file} />}
    </div>
  );
}
