import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import { useSpeaker } from "../api/speaker.ts";
import type { ShownVoice } from "../../frame/shown-voice.ts";
import { VoiceSample } from "../../frame/voice-sample.tsx";
import type { Pronunciation, PronunciationPreview } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { useAttempt } from "../frame/attempt.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";

/** An entry as the API takes it, with either alias or ipa. */
export type WrittenEntry = Pick<
  Pronunciation,
  "word" | "alias" | "ipa" | "case_sensitive" | "word_boundaries"
>;

interface TrialProps {
  readonly entry: WrittenEntry;
  readonly voices: readonly ShownVoice[];
}

/** Speaks a sentence without and with the entry, and shows the text that is read with it. */
export function Trial({ entry, voices }: TrialProps): JSX.Element {
  const { texts, voiceTexts } = useReader();
  const { pronunciations: said } = texts;
  const typed = useSignal<string | undefined>(undefined);
  const voice = useSignal(voices[0]?.name ?? "");
  const replaced = useSignal<string | undefined>(undefined);
  const { complaint, attempt } = useAttempt();
  const speaker = useSpeaker();
  const chosen = voices.find(({ name }) => name === voice.value);
  const word = entry.word.trim();
  const input = typed.value ?? (word === "" ? "" : fill(said.sentenceOf, { word }));

  const hear = async (take: "before" | "after"): Promise<void> => {
    if (speaker.speaking.value === take) return speaker.stop();
    const pronunciations = take === "before" ? [] : [entry];
    if (take === "after") {
      const body = { input, pronunciations };
      const path = "/v1/pronunciations/preview";
      const { text, replacements } = await callJson<PronunciationPreview>("POST", path, body);
      replaced.value = replacements.length === 0 ? said.nothingReplaced : text;
    }
    await speaker.speak(take, { input, voice: voice.value, pronunciations });
  };
  const isReady = input.trim() !== "" && voices.length > 0;
  const hasSaying = (entry.alias ?? entry.ipa ?? "").trim() !== "";
  return (
    <fieldset class="trial stack">
      <legend>{said.tryTitle}</legend>
      <Field
        id="trial-sentence"
        label={said.sentence}
        autocomplete="off"
        lang="tr"
        value={input}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      />
      <div class="form-row">
        <label for="trial-voice">{said.voice}</label>
        <select
          class="input"
          id="trial-voice"
          onChange={({ currentTarget }) => (voice.value = currentTarget.value)}
        >
          {voices.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {chosen !== undefined && (
          <VoiceSample
            key={chosen.sample}
            sample={chosen.sample}
            name={chosen.name}
            words={voiceTexts.sample}
          />
        )}
        {(["before", "after"] as const).map((take) => (
          <button
            key={take}
            type="button"
            class="button plain"
            disabled={!isReady || (take === "after" && !hasSaying)}
            onClick={() => void attempt(() => hear(take))}
          >
            {speaker.speaking.value === take ? said.stop : said[take]}
          </button>
        ))}
      </div>
      {replaced.value !== undefined && (
        <p>
          <span class="quiet">{said.replaced}</span>
          <br />
          <span lang="tr">{replaced.value}</span>
        </p>
      )}
      <Complaint text={complaint.value} />
    </fieldset>
  );
}
