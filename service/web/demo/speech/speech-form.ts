import { codePoints } from "../frame/code-points.ts";
import type { DemoContent } from "../frame/content.ts";
import type { SpeechRequest } from "../take/take.ts";

/** What the reader filled in. */
export interface SpeechForm {
  readonly text: string;
  /** `model voice`. */
  readonly choice: string;
  readonly speed: number;
  /** A word, and how it is said; none while either is blank. */
  readonly word: string;
  readonly alias: string;
}

/** Paces that the slider offers. */
export const SPEED = { least: 0.5, most: 2, step: 0.1 } as const;

/** The form as it is shown first: the default model's first voice. */
export function initialForm({ models }: DemoContent, text: string): SpeechForm {
  const model = models.find(({ voices }) => voices.length > 0);
  const voice = model?.voices[0];
  const choice = model === undefined || voice === undefined ? "" : `${model.id} ${voice.name}`;
  return { text, choice, speed: 1, word: "", alias: "" };
}

/** Says whether a form can be spoken. */
export function isSpeakable({ text, choice }: SpeechForm, mostCharacters: number): boolean {
  return choice !== "" && text.trim() !== "" && codePoints(text) <= mostCharacters;
}

/** Makes the request of a form. */
export function speechRequestOf(form: SpeechForm, { models }: DemoContent): SpeechRequest {
  const [model, voice] = form.choice.split(" ");
  const [word, alias] = [form.word.trim(), form.alias.trim()];
  return {
    fields: {
      model,
      voice,
      input: form.text,
      speed: form.speed,
      ...(word !== "" && alias !== "" && { pronunciations: [{ word, alias }] }),
    },
    sampleRate: models.find(({ id }) => id === model)?.sampleRate ?? 48_000,
  };
}
