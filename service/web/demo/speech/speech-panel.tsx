import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { codePoints } from "#schema-reader/code-points.ts";
import { fill } from "#web-kit/language/texts.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import type { DemoModel } from "../frame/content.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import { Notice } from "../frame/notices.tsx";
import { VoiceSample } from "../../frame/voice-sample.tsx";
import { SpeakForm } from "../take/speak-form.tsx";
import { TakeView } from "../take/take-view.tsx";
import { Take } from "../take/take.ts";
import {
  chosenVoice,
  initialForm,
  isSpeakable,
  type SpeechForm,
  speechRequestOf,
} from "./speech-form.ts";

/** The speech demo: a text, a voice, and the audio as it arrives. */
export function SpeechPanel(): JSX.Element {
  const { texts, content } = useDemoPage();
  const words = texts.speech;
  const take = useMemo(() => new Take(), []);
  const [form, setForm] = useState(() => initialForm(content, words.sentence));
  const onChange = (change: Partial<SpeechForm>): void =>
    setForm((before) => ({ ...before, ...change }));
  const fields = { form, onChange };
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <SpeakForm
        canSpeak={isSpeakable(form, content.limits.inputCharacters)}
        label={words.speak}
        onSpeak={() => void take.ask(speechRequestOf(form, content))}
      >
        <TextField {...fields} />
        <div class="two">
          <VoiceField {...fields} />
          <SpeedField {...fields} />
        </div>
        <details>
          <summary>{words.pronunciation}</summary>
          <div class="two">
            <WordField {...fields} name="word" maxLength={100} />
            <WordField {...fields} name="alias" maxLength={200} />
          </div>
        </details>
        {form.choice === "" && <Notice>{words.noVoices}</Notice>}
      </SpeakForm>
      <TakeView take={take} text={form.text} speed={form.speed} onReplay={() => take.replay()} />
    </>
  );
}

interface FieldProps {
  readonly form: SpeechForm;
  readonly onChange: (change: Partial<SpeechForm>) => void;
}

function TextField({ form, onChange }: FieldProps): JSX.Element {
  const { texts, content } = useDemoPage();
  const words = texts.speech;
  const max = content.limits.inputCharacters;
  const count = codePoints(form.text);
  const isTooLong = count > max;
  const written = (value: number): string => writeNumber(texts.language, value);
  return (
    <div class="field">
      <label for="speech-text">{words.text}</label>
      <textarea
        id="speech-text"
        class="input"
        rows={4}
        lang="tr"
        aria-describedby="speech-count"
        aria-invalid={isTooLong}
        value={form.text}
        onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <small id="speech-count" class={isTooLong ? "complaint" : undefined}>
        {isTooLong && `${fill(words.tooLong, { max: written(max) })} `}
        {fill(words.counter, { count: written(count), max: written(max) })}
      </small>
    </div>
  );
}

function VoiceField({ form, onChange }: FieldProps): JSX.Element {
  const { texts, voiceTexts, content } = useDemoPage();
  const words = texts.speech;
  const chosen = chosenVoice(form, content);
  const kilohertzOf = ({ sampleRate }: DemoModel): string =>
    writeNumber(texts.language, sampleRate / 1000, { max: 3 });
  return (
    <div class="field">
      <label for="speech-voice">{words.voice}</label>
      <div class="sampled-choice">
        <select
          id="speech-voice"
          class="input"
          value={form.choice}
          onChange={({ currentTarget }) => onChange({ choice: currentTarget.value })}
        >
          {content.models.map((model) => (
            <optgroup
              key={model.id}
              label={fill(words.model, { id: model.id, kilohertz: kilohertzOf(model) })}
            >
              {model.voices.map(({ name, gender, age }) => {
                const value = `${model.id} ${name}`;
                return (
                  <option key={value} value={value} selected={value === form.choice}>
                    {fill(words.person, {
                      name: personName(name),
                      gender: voiceTexts.genders[gender],
                      age: voiceTexts.ages[age],
                    })}
                  </option>
                );
              })}
            </optgroup>
          ))}
        </select>
        {chosen !== undefined && (
          <VoiceSample
            key={chosen.sample}
            sample={chosen.sample}
            name={personName(chosen.name)}
            words={voiceTexts.sample}
          />
        )}
      </div>
    </div>
  );
}

/** Returns a voice's name with a capital letter, like a person's. */
function personName(name: string): string {
  return name.charAt(0).toLocaleUpperCase("tr") + name.slice(1);
}

function SpeedField({ form, onChange }: FieldProps): JSX.Element {
  const { texts } = useDemoPage();
  const words = texts.speech;
  const times = fill(words.times, {
    speed: writeNumber(texts.language, form.speed, { max: 2 }),
  });
  return (
    <div class="field">
      <label for="speech-speed">
        {words.speed} <output class="quiet">{times}</output>
      </label>
      <input
        id="speech-speed"
        type="range"
        min={0.5}
        max={2}
        step={0.1}
        value={form.speed}
        aria-valuetext={times}
        onInput={({ currentTarget }) => onChange({ speed: currentTarget.valueAsNumber })}
      />
    </div>
  );
}

interface WordFieldProps extends FieldProps {
  readonly name: "word" | "alias";
  readonly maxLength: number;
}

function WordField({ form, name, maxLength, onChange }: WordFieldProps) {
  const words = useDemoPage().texts.speech;
  const id = `speech-${name}`;
  return (
    <div class="field">
      <label for={id}>{words[name]}</label>
      <input
        id={id}
        class="input"
        lang="tr"
        maxLength={maxLength}
        placeholder={words[`${name}Example`]}
        value={form[name]}
        onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
    </div>
  );
}
