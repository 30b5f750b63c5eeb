import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { ModelVoices } from "../../frame/shown-voice.ts";
import { VoiceSample } from "../../frame/voice-sample.tsx";
import { Island, useReader } from "../frame/reader.ts";

interface BuiltInVoicesProps {
  readonly builtIn: readonly ModelVoices[];
}

/** The built-in voices of each model, with samples. */
export function BuiltInVoices({ builtIn }: BuiltInVoicesProps): JSX.Element {
  const { texts, voiceTexts } = useReader();
  return (
    <section class="stack" aria-labelledby="built-in-voices">
      <h2 id="built-in-voices" class="card-title">
        {voiceTexts.builtIn}
      </h2>
      <p class="quiet">{texts.voices.builtInLead}</p>
      {builtIn.map(({ model, voices }) => (
        <section key={model} aria-labelledby={`voices-${model}`}>
          <h3 id={`voices-${model}`}>
            <code>{model}</code>
          </h3>
          <Island as="div">
            <ul class="built-in-voices">
              {voices.map(({ name, gender, age, sample }) => (
                <li key={name} class="sampled">
                  <span class="with-script">
                    <VoiceSample {...{ sample, name, words: voiceTexts.sample }} />
                  </span>
                  <span>
                    <code>{name}</code>
                    <br />
                    <span class="quiet">
                      {fill(voiceTexts.speaker, {
                        gender: voiceTexts.genders[gender],
                        age: voiceTexts.ages[age],
                      })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Island>
        </section>
      ))}
    </section>
  );
}
