import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call.ts";
import type { SavedVoice, VoicesView } from "../frame/content.ts";
import type { NamedDesign } from "../../frame/designed-voice.ts";
import { Field } from "../frame/field.tsx";
import { useInputFault } from "../frame/input-fault.ts";
import { useAttempt } from "../frame/attempt.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { DesignPanel } from "./design-panel.tsx";
import { Recorder } from "./recorder.ts";
import { RecordPanel } from "./record-panel.tsx";
import { recordingFault, ruleValues, type Recording } from "./recording.ts";
import { UploadPanel } from "./upload-panel.tsx";
import { Form } from "../frame/form.tsx";

const SOURCES = ["record", "upload", "design"] as const;

interface NewVoiceProps {
  readonly shown: VoicesView;
  /** A voice from the demo to start from. */
  readonly design: NamedDesign | undefined;
  readonly onSaved: (voice: SavedVoice) => void;
  readonly onCancel: () => void;
}

/** The form that creates a named voice: from a recording (microphone or file, with consent) or from a description. */
export function NewVoice({ shown, design, onSaved, onCancel }: NewVoiceProps): JSX.Element {
  const { voices, frame } = useReader().texts;
  const { recording: rules } = shown;
  const [recorder] = useState(() => new Recorder(rules.maxSeconds));
  useEffect(() => () => recorder.reset(), []);
  const source = useSignal<(typeof SOURCES)[number]>(design === undefined ? "record" : "design");
  const upload = useSignal<Recording | undefined>(undefined);
  const { isBusy, complaint, attempt } = useAttempt();

  const submit = (form: HTMLFormElement): void => {
    const fields = new FormData(form);
    fields.delete("source");
    if (source.value === "design") return save(fields);
    const recording = source.value === "upload" ? upload.value : recordingOf(recorder);
    const fault = recordingFault(recording, rules);
    if (recording === undefined || fault !== undefined) {
      complaint.value = fill(faultTexts[fault ?? "missing"], ruleValues(rules));
      return;
    }
    fields.set("consent", "true");
    fields.set("reference_audio", recording.file);
    save(fields);
  };
  const save = (fields: FormData): void =>
    void attempt(async () => {
      const answer = await call("/v1/voices", { method: "POST", body: fields });
      onSaved((await answer.json()) as SavedVoice);
    });
  const faultTexts = {
    missing: voices.needRecording,
    "too-large": voices.fileTooLarge,
    "too-short": voices.tooShort,
    "too-long": voices.tooLong,
  };
  return (
    <Form
      class="card stack"
      aria-labelledby="new-voice-title"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <h2 id="new-voice-title" class="card-title">
        {voices.newTitle}
      </h2>
      <fieldset class="field">
        <legend>{voices.source}</legend>
        {SOURCES.map((each) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name="source"
              checked={source.value === each}
              onChange={() => {
                recorder.reset();
                complaint.value = undefined;
                source.value = each;
              }}
            />
            <span>{voices[each]}</span>
          </label>
        ))}
      </fieldset>
      {source.value === "record" && <RecordPanel recorder={recorder} rules={rules} />}
      {source.value === "upload" && <UploadPanel rules={rules} upload={upload} />}
      {source.value === "design" && <DesignPanel shown={shown} design={design} />}
      <LabelFields shown={shown} name={design?.name} />
      {source.value !== "design" && <Consent />}
      <Complaint text={complaint.value} />
      <p class="form-row">
        <button class="button" type="submit" disabled={isBusy.value}>
          {isBusy.value ? voices.saving : voices.save}
        </button>
        <button class="button plain" type="button" onClick={onCancel}>
          {frame.cancel}
        </button>
      </p>
    </Form>
  );
}

function Consent() {
  const { voices } = useReader().texts;
  const { fault, watch } = useInputFault(voices.consentNeeded);
  const complaint = fault.value;
  return (
    <div class="field" {...watch}>
      <label class="choice">
        <input
          type="checkbox"
          name="consent"
          required
          aria-invalid={complaint === undefined ? undefined : true}
          aria-describedby={complaint === undefined ? undefined : "consent-complaint"}
        />
        <span>{voices.consent}</span>
      </label>
      {complaint !== undefined && (
        <p class="complaint" role="alert" id="consent-complaint">
          {complaint}
        </p>
      )}
    </div>
  );
}

interface LabelFieldsProps {
  readonly shown: VoicesView;
  /** The initial name. */
  readonly name: string | undefined;
  /** The initial description. */
  readonly description?: string;
}

/** The fields for the name and the description of a voice. */
export function LabelFields({ shown, name, description }: LabelFieldsProps): JSX.Element {
  const { voices } = useReader().texts;
  return (
    <>
      <Field
        id="voice-name"
        label={voices.name}
        name="name"
        autocomplete="off"
        required
        maxLength={shown.maxNameCharacters}
        defaultValue={name ?? ""}
      />
      <div class="field">
        <label for="voice-description">{voices.description}</label>
        <textarea
          class="input"
          id="voice-description"
          name="description"
          rows={2}
          maxLength={shown.maxDescriptionCharacters}
          defaultValue={description ?? ""}
        />
      </div>
    </>
  );
}

/** Stops the recorder if necessary and returns its recording; undefined where there is none. */
function recordingOf(recorder: Recorder): Recording | undefined {
  recorder.stop();
  const state = recorder.state.peek();
  return state.step === "recorded" ? state : undefined;
}
