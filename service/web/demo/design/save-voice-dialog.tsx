import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Problem, problemOf } from "#web-kit/api/api-error.ts";
import { Dialog } from "#web-kit/dialog.tsx";
import { type NamedDesign, savingAddress } from "../../frame/designed-voice.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import { ProblemNotice } from "../frame/notices.tsx";
import type { DesignForm } from "./design-form.ts";
import { saveVoice } from "./save-voice.ts";

interface SaveVoiceDialogProps {
  readonly form: DesignForm;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name and saves a designed voice; people who are not signed in get a link to do so that keeps the voice. */
export function SaveVoiceDialog({ form, onSaved, onClose }: SaveVoiceDialogProps): JSX.Element {
  const { texts } = useDemoPage();
  const words = texts.design.saving;
  const [stranger, setStranger] = useState<NamedDesign | undefined>();
  return (
    <Dialog
      title={stranger === undefined ? words.title : words.signInTitle}
      closeLabel={words.close}
      onClose={onClose}
    >
      {stranger === undefined ? (
        <NameForm {...{ form, onSaved, onClose }} onStranger={setStranger} />
      ) : (
        <div class="fields">
          <p role="status">{words.signInLead}</p>
          <p class="dialog-actions">
            <button type="button" class="button plain" onClick={onClose}>
              {words.cancel}
            </button>
            <a class="button" href={savingAddress(stranger)}>
              {words.signIn}
            </a>
          </p>
        </div>
      )}
    </Dialog>
  );
}

interface NameFormProps extends SaveVoiceDialogProps {
  /** Called where nobody is signed in. */
  readonly onStranger: (design: NamedDesign) => void;
}

function NameForm({ form, onSaved, onClose, onStranger }: NameFormProps): JSX.Element {
  const { texts, content } = useDemoPage();
  const words = texts.design.saving;
  const description = form.description.trim();
  const max = content.limits.voiceNameCharacters;
  const [name, setName] = useState(Array.from(description).slice(0, max).join(""));
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();
  const save = async (): Promise<void> => {
    const design = { name: name.trim(), description };
    setSaving(true);
    setProblem(undefined);
    try {
      if (await saveVoice(design)) onSaved(design.name);
      else onStranger(design);
    } catch (error) {
      setProblem(problemOf(error));
      setSaving(false);
    }
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      <div class="field">
        <label for="saved-name">{words.name}</label>
        <input
          id="saved-name"
          class="input"
          autocomplete="off"
          maxLength={max}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      {form.directions.trim() !== "" && <p class="quiet">{words.withoutDirections}</p>}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <p class="dialog-actions">
        <button type="button" class="button plain" onClick={onClose}>
          {words.cancel}
        </button>
        <button type="submit" class="button" disabled={isSaving || name.trim() === ""}>
          {isSaving ? words.busy : words.save}
        </button>
      </p>
    </form>
  );
}
