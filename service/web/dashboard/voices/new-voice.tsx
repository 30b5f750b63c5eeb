import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, faultText } from "../api/call.ts";
import type { SavedVoice, VoicesView } from "../frame/content.ts";
import { useReader, type Reader } from "../frame/reader.ts";
import { LabelFields } from "./label-fields.tsx";
import { Recorder } from "./recorder.ts";
import { RecorderPanel } from "./recorder-panel.tsx";
import { recordingFault, type Recording, type RecordingFault } from "./recording-fault.ts";
import { UploadPanel } from "./upload-panel.tsx";

type Source = "record" | "upload";

interface NewVoiceProps {
  readonly shown: VoicesView;
  readonly onSaved: (voice: SavedVoice) => void;
  readonly onCancel: () => void;
}

const BYTES_PER_MEGABYTE = 1024 * 1024;

/** Makes a voice of a recording: from the microphone or a file, with consent, under a name. */
export function NewVoice({ shown, onSaved, onCancel }: NewVoiceProps): JSX.Element {
  const { texts } = useReader();
  const { voices, frame } = texts;
  const { recording: rules } = shown;
  const [recorder] = useState(() => new Recorder(rules.mostSeconds));
  useEffect(() => () => recorder.reset(), []);
  const source = useSignal<Source>("record");
  const upload = useSignal<Recording | undefined>(undefined);
  const complaint = useSignal<string | undefined>(undefined);
  const isSaving = useSignal(false);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const recording = source.value === "upload" ? upload.value : recordingOf(recorder);
    const fault = recordingFault(recording, rules);
    complaint.value = fault === undefined ? undefined : faultOfRecording(texts, fault, shown);
    if (recording === undefined || fault !== undefined) return;
    isSaving.value = true;
    try {
      onSaved(await save(new FormData(form), recording.file));
    } catch (error) {
      complaint.value = faultText(texts, error);
    } finally {
      isSaving.value = false;
    }
  };
  return (
    <form
      class="card stack"
      aria-labelledby="new-voice-title"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <h2 id="new-voice-title" class="card-title">
        {voices.newTitle}
      </h2>
      <SourceChoice
        source={source.value}
        onChoose={(chosen) => {
          recorder.reset();
          complaint.value = undefined;
          source.value = chosen;
        }}
      />
      {source.value === "record" ? (
        <RecorderPanel recorder={recorder} rules={rules} />
      ) : (
        <UploadPanel rules={rules} upload={upload} />
      )}
      <LabelFields shown={shown} />
      <label class="choice">
        <input type="checkbox" name="consent" required />
        <span>{voices.consent}</span>
      </label>
      {complaint.value !== undefined && (
        <p class="notice problem" role="alert">
          {complaint.value}
        </p>
      )}
      <p class="form-row">
        <button class="button" type="submit" disabled={isSaving.value}>
          {isSaving.value ? voices.saving : voices.save}
        </button>
        <button class="button plain" type="button" onClick={onCancel}>
          {frame.cancel}
        </button>
      </p>
    </form>
  );
}

function SourceChoice({
  source,
  onChoose,
}: {
  readonly source: Source;
  readonly onChoose: (source: Source) => void;
}) {
  const { voices } = useReader().texts;
  return (
    <fieldset class="field">
      <legend>{voices.source}</legend>
      {(["record", "upload"] as const).map((each) => (
        <label key={each} class="choice">
          <input
            type="radio"
            name="source"
            checked={source === each}
            onChange={() => onChoose(each)}
          />
          <span>{voices[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What the recorder holds, also while it still records. */
function recordingOf(recorder: Recorder): Recording | undefined {
  recorder.stop();
  const state = recorder.state.peek();
  return state.step === "recorded" ? state.recorded : undefined;
}

async function save(fields: FormData, recording: Blob): Promise<SavedVoice> {
  const body = new FormData();
  body.set("name", fields.get("name") ?? "");
  body.set("description", fields.get("description") ?? "");
  body.set("consent", "true");
  body.set("reference_audio", recording);
  const answer = await call("/v1/voices", { method: "POST", body });
  return (await answer.json()) as SavedVoice;
}

function faultOfRecording(
  { voices }: Reader["texts"],
  fault: RecordingFault,
  { recording: { leastSeconds, mostSeconds, mostBytes } }: VoicesView,
): string {
  switch (fault) {
    case "missing":
      return voices.needRecording;
    case "too-large":
      return fill(voices.fileTooLarge, { megabytes: mostBytes / BYTES_PER_MEGABYTE });
    case "too-short":
      return fill(voices.tooShort, { least: leastSeconds });
    case "too-long":
      return fill(voices.tooLong, { most: mostSeconds });
  }
}
