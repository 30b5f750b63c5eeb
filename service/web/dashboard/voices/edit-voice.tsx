import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Dialog } from "#web-kit/dialog.tsx";
import { callJson, faultText } from "../api/call.ts";
import type { SavedVoice, VoicesView } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { LabelFields } from "./label-fields.tsx";

interface EditVoiceProps {
  readonly shown: VoicesView;
  readonly voice: SavedVoice;
  readonly onSaved: (voice: SavedVoice) => void;
  readonly onClose: () => void;
}

/** Changes the name and the description of a voice. */
export function EditVoice({ shown, voice, onSaved, onClose }: EditVoiceProps): JSX.Element {
  const { texts } = useReader();
  const { voices, frame } = texts;
  const complaint = useSignal<string | undefined>(undefined);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const change = Object.fromEntries(new FormData(form));
    try {
      onSaved(await callJson<SavedVoice>("PATCH", `/v1/voices/${voice.id}`, change));
    } catch (error) {
      complaint.value = faultText(texts, error);
    }
  };
  return (
    <Dialog title={voices.editTitle} closeLabel={frame.close} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <LabelFields shown={shown} voice={voice} />
        {complaint.value !== undefined && (
          <p class="notice problem" role="alert">
            {complaint.value}
          </p>
        )}
        <p class="dialog-actions">
          <button type="button" class="button plain" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="button">
            {voices.saveChanges}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
