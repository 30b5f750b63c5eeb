import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS } from "../../texts/texts.ts";
import type { ArticleProps } from "../frame/article.tsx";

/** Returns the limits with their names and values in the reader's language. */
export function limitRows({ language, content }: ArticleProps) {
  const texts = ALL_TEXTS.docs[language];
  const names = { ...texts.limitNames, ...ALL_TEXTS.dashboard[language].usage.limitNames };
  const units: Readonly<Record<string, string>> = texts.limitUnits;
  const number = new Intl.NumberFormat(language);
  return content.limitRows.map(({ name, value, error }) => ({
    name: names[name],
    value: `${number.format(value)} ${units[name] ?? ""}`.trimEnd(),
    error,
  }));
}

/** Capabilities of models that readers can request, by task. */
const CAPABILITIES = {
  transcription: ["word_times", "speakers"],
  synthesis: ["designed_voices", "directed_delivery", "cloned_voices"],
} as const;

/** Returns the models of a task with their capabilities. */
export function modelRows({ language, content }: ArticleProps, task: keyof typeof CAPABILITIES) {
  const { capabilities: words, standardModel, noCapabilities } = ALL_TEXTS.docs[language];
  const number = new Intl.NumberFormat(language);
  return content.models
    .filter((model) => model.task === task)
    .map(({ id, sampleRate, names, capabilities, isDefault }) => {
      const has = CAPABILITIES[task].filter((capability) => capabilities.includes(capability));
      return {
        id,
        note: isDefault ? standardModel : "",
        rate: `${number.format(sampleRate)} Hz`,
        names,
        can: has.map((capability) => words[capability]).join(", ") || noCapabilities[task],
      };
    });
}

/** Returns the built-in voices of every loaded synthesis model. */
export function voiceRows({ language, content }: ArticleProps) {
  const { speaker, genders, ages } = ALL_TEXTS.voices[language];
  return content.voices.flatMap(({ model, voices }) =>
    voices.map(({ name, gender, age, sample }) => ({
      name,
      model,
      speaker: fill(speaker, { gender: genders[gender], age: ages[age] }),
      sample,
    })),
  );
}
