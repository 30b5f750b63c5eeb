import type { JSX } from "preact";
import type { SavedVoice, VoicesView } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";

interface LabelFieldsProps {
  readonly shown: VoicesView;
  /** The voice whose name and description are changed. */
  readonly voice?: SavedVoice;
}

/** The fields for what is said of a voice. */
export function LabelFields({ shown, voice }: LabelFieldsProps): JSX.Element {
  const { voices } = useReader().texts;
  return (
    <>
      <div class="field">
        <label for="voice-name">{voices.name}</label>
        <input
          class="input"
          id="voice-name"
          name="name"
          type="text"
          autocomplete="off"
          required
          maxLength={shown.mostNameCharacters}
          defaultValue={voice?.name ?? ""}
        />
      </div>
      <div class="field">
        <label for="voice-description">{voices.description}</label>
        <textarea
          class="input"
          id="voice-description"
          name="description"
          rows={2}
          maxLength={shown.mostDescriptionCharacters}
          defaultValue={voice?.description ?? ""}
        />
      </div>
    </>
  );
}
