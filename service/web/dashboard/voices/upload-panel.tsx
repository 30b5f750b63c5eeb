import { fill } from "#web-kit/language/texts.ts";
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { RecordingRules } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { useReader } from "../frame/reader.ts";
import { Playback } from "./record-panel.tsx";
import { audioSeconds, ruleValues, type Recording } from "./recording.ts";

interface UploadPanelProps {
  readonly rules: RecordingRules;
  /** The chosen file. */
  readonly upload: Signal<Recording | undefined>;
}

/** A field for an audio file, and a player for it. */
export function UploadPanel({ rules, upload }: UploadPanelProps): JSX.Element {
  const { voices } = useReader().texts;
  const choose = async (file: File | undefined): Promise<void> => {
    upload.value = file && { file, seconds: undefined };
    if (file === undefined) return;
    const seconds = await audioSeconds(file);
    if (upload.peek()?.file === file) upload.value = { file, seconds };
  };
  return (
    <>
      <Field
        id="voice-file"
        label={voices.file}
        help={fill(voices.fileHelp, ruleValues(rules))}
        type="file"
        accept="audio/*,.m4a,.webm,.ogg,.flac"
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {upload.value !== undefined && <Playback file={upload.value.file} />}
    </>
  );
}
