import type { Gender } from "../engine/model/model.ts";
import type { Manifest } from "../engine/model/manifest.ts";

/** Model names that OpenAI's clients send by default; each stands for the default model of its task. */
export const OPENAI_MODELS = {
  "gpt-4o-transcribe": "transcription",
  "gpt-4o-mini-transcribe": "transcription",
  "gpt-4o-mini-transcribe-2025-03-20": "transcription",
  "gpt-4o-mini-transcribe-2025-12-15": "transcription",
  "gpt-4o-transcribe-diarize": "transcription",
  "tts-1": "synthesis",
  "tts-1-1106": "synthesis",
  "tts-1-hd": "synthesis",
  "tts-1-hd-1106": "synthesis",
  "gpt-4o-mini-tts": "synthesis",
  "gpt-4o-mini-tts-2025-03-20": "synthesis",
  "gpt-4o-mini-tts-2025-12-15": "synthesis",
} as const satisfies Readonly<Record<string, Manifest["task"]>>;

/** OpenAI's voice names, with the gender that each sounds like. */
const OPENAI_VOICES: Readonly<Record<string, Gender>> = {
  alloy: "female",
  ash: "male",
  ballad: "male",
  cedar: "male",
  coral: "female",
  echo: "male",
  fable: "male",
  marin: "female",
  nova: "female",
  onyx: "male",
  sage: "female",
  shimmer: "female",
  verse: "male",
};

interface NamedVoice {
  readonly name: string;
  readonly gender: Gender;
}

/**
 * Maps each of OpenAI's voice names, except those that the model has itself, to one of the model's voices: of the same gender
 * where there is one, in round-robin order.
 */
export function openAiVoices(voices: readonly NamedVoice[]): Readonly<Record<string, string>> {
  const own = new Set(voices.map(({ name }) => name));
  const turns = new Map<Gender, number>();
  const entries = Object.entries(OPENAI_VOICES).flatMap(([name, gender]) => {
    const alike = voices.filter((voice) => voice.gender === gender);
    const fitting = alike.length > 0 ? alike : voices;
    const turn = turns.get(gender) ?? 0;
    turns.set(gender, turn + 1);
    const voice = fitting[turn % fitting.length];
    return voice === undefined || own.has(name) ? [] : [[name, voice.name]];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}

/** Returns whether a request names its model by one of OpenAI's names. */
export function isOpenAiName(model: string | undefined): boolean {
  return model !== undefined && Object.hasOwn(OPENAI_MODELS, model);
}
