import { fill } from "#web-kit/language/texts.ts";
import { useSignal, type ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { callJson, faultText } from "../api/call.ts";
import { Speaker } from "../api/speaker.ts";
import { useReader } from "../frame/reader.ts";
import { Said, type Saying } from "../frame/said.tsx";
import { entryOf, type Draft } from "./draft.ts";

interface TrialProps {
  readonly draft: ReadonlySignal<Draft>;
  readonly voices: readonly string[];
}

interface Preview {
  readonly text: string;
  readonly replacements: readonly unknown[];
}

type Take = "before" | "after";

/** Speaks a sentence with the word as it is read now, and as it would be; shows what is read then. */
export function Trial({ draft, voices }: TrialProps): JSX.Element {
  const { texts } = useReader();
  const { pronunciations: said } = texts;
  const typed = useSignal<string | undefined>(undefined);
  const voice = useSignal(voices[0] ?? "");
  const replaced = useSignal<string | undefined>(undefined);
  const saying = useSignal<Saying | undefined>(undefined);
  const [speaker] = useState(() => new Speaker());
  useEffect(() => () => speaker.stop(), []);
  const word = draft.value.word.trim();
  const sentence = typed.value ?? (word === "" ? "" : fill(said.sentenceOf, { word }));

  const hear = async (take: Take): Promise<void> => {
    if (speaker.speaking.value === take) return speaker.stop();
    saying.value = undefined;
    const pronunciations = take === "before" ? [] : [entryOf(draft.value)];
    const spoken = speaker.speak(take, { input: sentence, voice: voice.value, pronunciations });
    try {
      if (take === "after") replaced.value = await preview(sentence, pronunciations, said);
      await spoken;
    } catch (error) {
      speaker.stop();
      saying.value = { isProblem: true, text: faultText(texts, error) };
    }
  };
  const isReady = sentence.trim() !== "" && voices.length > 0;
  return (
    <fieldset class="trial stack">
      <legend>{said.tryTitle}</legend>
      <div class="field">
        <label for="trial-sentence">{said.sentence}</label>
        <input
          class="input"
          id="trial-sentence"
          type="text"
          autocomplete="off"
          lang="tr"
          value={sentence}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </div>
      <div class="form-row">
        <label for="trial-voice">{said.voice}</label>
        <select
          class="input"
          id="trial-voice"
          onChange={({ currentTarget }) => (voice.value = currentTarget.value)}
        >
          {voices.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {(["before", "after"] as const).map((take) => (
          <button
            key={take}
            type="button"
            class="button plain"
            disabled={!isReady || (take === "after" && draft.value.saying.trim() === "")}
            onClick={() => void hear(take)}
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
      <Said saying={saying.value} />
    </fieldset>
  );
}

async function preview(
  input: string,
  pronunciations: readonly unknown[],
  said: { readonly nothingReplaced: string },
): Promise<string> {
  const body = { input, pronunciations };
  const { text, replacements } = await callJson<Preview>(
    "POST",
    "/v1/pronunciations/preview",
    body,
  );
  return replacements.length === 0 ? said.nothingReplaced : text;
}
