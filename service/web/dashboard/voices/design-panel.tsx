import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { NamedDesign } from "../../frame/designed-voice.ts";
import { useSpeaker } from "../api/speaker.ts";
import { useAttempt } from "../frame/attempt.ts";
import type { VoicesView } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";

interface DesignPanelProps {
  readonly shown: VoicesView;
  /** The initial voice. */
  readonly design: NamedDesign | undefined;
}

/** A field for the description of a voice, and a button to hear it. */
export function DesignPanel({ shown, design }: DesignPanelProps): JSX.Element {
  const { voices: said } = useReader().texts;
  const description = useSignal(design?.description ?? "");
  const speaker = useSpeaker();
  const { complaint, attempt } = useAttempt();
  const isSpeaking = speaker.speaking.value !== undefined;
  const listen = (): void =>
    void attempt(async () => {
      if (isSpeaking) return speaker.stop();
      const request = { input: said.designGreeting, voice_description: description.value };
      await speaker.speak("design", request);
    });
  return (
    <>
      <Field
        id="voice-design"
        label={said.designDescription}
        help={said.designHelp}
        name="voice_description"
        autocomplete="off"
        required
        maxLength={shown.maxDesignCharacters}
        value={description.value}
        onInput={({ currentTarget }) => (description.value = currentTarget.value)}
      />
      <p class="form-row">
        <button
          type="button"
          class="button plain"
          disabled={description.value.trim() === ""}
          onClick={listen}
        >
          {isSpeaking ? said.stopListening : said.listen}
        </button>
      </p>
      <Complaint text={complaint.value} />
    </>
  );
}
