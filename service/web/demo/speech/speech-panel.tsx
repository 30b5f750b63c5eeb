import { writeNumber } from "#web-kit/locale/numbers.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { codePoints } from "../frame/code-points.ts";
import type { DemoContent, DemoModel } from "../frame/content.ts";
import { Icon } from "../frame/icon.tsx";
import { expectedSeconds } from "../take/expected-seconds.ts";
import type { Take } from "../take/take.ts";
import { TakeView } from "../take/take-view.tsx";
import type { DemoTexts } from "../../texts/texts.ts";
import { useReady } from "../frame/use-ready.ts";
import { isSpeakable, SPEED, type SpeechForm } from "./speech-form.ts";

interface SpeechPanelProps {
  readonly texts: DemoTexts;
  readonly content: DemoContent;
  readonly form: SpeechForm;
  readonly take?: Take;
  readonly onChange?: (change: Partial<SpeechForm>) => void;
  readonly onSpeak?: () => void;
}

/** The demo of speech: a text, a voice, and the sound as it comes. */
export function SpeechPanel(props: SpeechPanelProps): JSX.Element {
  const { texts, content, form, take, onSpeak } = props;
  const words = texts.speech;
  const isReady = useReady();
  const canSpeak = isReady && isSpeakable(form, content.limits.inputCharacters);
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSpeak) onSpeak?.();
        }}
      >
        <TextField {...props} />
        <div class="two">
          <VoiceField {...props} />
          <SpeedField {...props} />
        </div>
        <PronunciationFields {...props} />
        {form.choice === "" && (
          <p class="notice" role="status">
            {words.noVoices}
          </p>
        )}
        <div>
          <button type="submit" class="button" disabled={!canSpeak}>
            <Icon name="play" />
            {words.speak}
          </button>
        </div>
      </form>
      <TakeView
        texts={texts}
        take={take}
        expectedSeconds={expectedSeconds(form.text, form.speed)}
        onReplay={() => take?.replay()}
      />
    </>
  );
}

function TextField({ texts, content, form, onChange }: SpeechPanelProps): JSX.Element {
  const words = texts.speech;
  const most = content.limits.inputCharacters;
  const count = codePoints(form.text);
  const isTooLong = count > most;
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
        onInput={({ currentTarget }) => onChange?.({ text: currentTarget.value })}
      />
      <small id="speech-count" class={isTooLong ? "complaint" : undefined}>
        {isTooLong && `${fill(words.tooLong, { most: written(most) })} `}
        {fill(words.counter, { count: written(count), most: written(most) })}
      </small>
    </div>
  );
}

function VoiceField({ texts, content, form, onChange }: SpeechPanelProps): JSX.Element {
  const words = texts.speech;
  return (
    <div class="field">
      <label for="speech-voice">{words.voice}</label>
      <select
        id="speech-voice"
        class="input"
        value={form.choice}
        onChange={({ currentTarget }) => onChange?.({ choice: currentTarget.value })}
      >
        {content.models.map((model) => (
          <VoiceGroup key={model.id} texts={texts} model={model} choice={form.choice} />
        ))}
      </select>
    </div>
  );
}

function VoiceGroup({
  texts,
  model: { id, sampleRate, voices },
  choice,
}: {
  readonly texts: DemoTexts;
  readonly model: DemoModel;
  readonly choice: string;
}): JSX.Element {
  const words = texts.speech;
  return (
    <optgroup
      label={fill(words.model, {
        id,
        kilohertz: writeNumber(texts.language, sampleRate / 1000, { most: 3 }),
      })}
    >
      {voices.map(({ name, gender, age }) => {
        const value = `${id} ${name}`;
        const title = name.charAt(0).toLocaleUpperCase("tr") + name.slice(1);
        return (
          <option key={value} value={value} selected={value === choice}>
            {fill(words.person, {
              name: title,
              gender: words.genders[gender],
              age: words.ages[age],
            })}
          </option>
        );
      })}
    </optgroup>
  );
}

function SpeedField({ texts, form, onChange }: SpeechPanelProps): JSX.Element {
  const words = texts.speech;
  return (
    <div class="field">
      <label for="speech-speed">
        {words.speed}{" "}
        <output class="quiet">
          {fill(words.times, { speed: writeNumber(texts.language, form.speed, { most: 2 }) })}
        </output>
      </label>
      <input
        id="speech-speed"
        type="range"
        min={SPEED.least}
        max={SPEED.most}
        step={SPEED.step}
        value={form.speed}
        aria-valuetext={fill(words.times, {
          speed: writeNumber(texts.language, form.speed, { most: 2 }),
        })}
        onInput={({ currentTarget }) => onChange?.({ speed: currentTarget.valueAsNumber })}
      />
    </div>
  );
}

function PronunciationFields({ texts, form, onChange }: SpeechPanelProps): JSX.Element {
  const words = texts.speech;
  return (
    <details>
      <summary>{words.pronunciation}</summary>
      <div class="two">
        <div class="field">
          <label for="speech-word">{words.word}</label>
          <input
            id="speech-word"
            class="input"
            lang="tr"
            maxLength={100}
            placeholder={words.wordExample}
            value={form.word}
            onInput={({ currentTarget }) => onChange?.({ word: currentTarget.value })}
          />
        </div>
        <div class="field">
          <label for="speech-alias">{words.alias}</label>
          <input
            id="speech-alias"
            class="input"
            lang="tr"
            maxLength={200}
            placeholder={words.aliasExample}
            value={form.alias}
            onInput={({ currentTarget }) => onChange?.({ alias: currentTarget.value })}
          />
        </div>
      </div>
    </details>
  );
}
