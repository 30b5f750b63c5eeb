import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS } from "../../texts/texts.ts";
import type { ArticleProps } from "../frame/article.tsx";

/** The limits as a reader of a language sees them. */
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

/** The built-in voices of every synthesis model that is loaded. */
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
