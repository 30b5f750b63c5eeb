import { DAY_MS } from "#units/time.ts";
import { REQUESTED_RUN_LIMITS } from "#monitor/domain/requested-run.ts";
import { MAX_OVERRIDE_MS } from "#monitor/domain/component-override.ts";
import { fieldOf } from "#monitor/domain/localized-text.ts";
import { MAX_MAINTENANCE_MS } from "#monitor/domain/maintenance.ts";
import { ON_CALL_LIMITS } from "#monitor/domain/on-call.ts";
import type { FormProblem, Refusal } from "#status-api/page/page-view-work.ts";
import { type Language, languages, LANGUAGES } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { CONSOLE_TEXTS } from "./texts.ts";

type Texts = (typeof CONSOLE_TEXTS)["en"]["console"];

/** Returns why a form was not accepted; `refused` is the sentence around the reason of the admin API. */
export function problemWords(problem: FormProblem, texts: Texts, refused: string): string {
  if (problem.kind === "refused") {
    return fill(refused, { reason: reasonOf(problem.refusal, texts) });
  }
  const { kind, ...said } = problem;
  const time = "time" in said ? said.time.replace("T", " ") : "";
  return fill(texts.work.maintenance[kind], { ...said, time });
}

/** Returns why the admin API refused, in the words of the form, or in those of the admin API where the console has none. */
export function reasonOf(refusal: Refusal, texts: Texts): string {
  const sentence = sentenceOf(refusal, texts.refusals);
  if (sentence === undefined) return refusal.message;
  return fill(sentence, {
    field: fieldWords(refusal.param, texts.tell),
    maintenanceDays: MAX_MAINTENANCE_MS / DAY_MS,
    overrideDays: MAX_OVERRIDE_MS / DAY_MS,
    onCallDays: ON_CALL_LIMITS.days,
    onCallAheadDays: ON_CALL_LIMITS.aheadDays,
    overrides: ON_CALL_LIMITS.overrides,
    runs: REQUESTED_RUN_LIMITS.maxOpen,
  });
}

/** Returns the label of a text's field in a language. */
export function textLabel(
  field: "name" | "body",
  language: Language,
  { inLanguage, title, text }: Texts["tell"],
): string {
  const words = { name: title, body: text };
  return fill(inLanguage, { field: words[field], language: LANGUAGES[language].name });
}

/** Returns the label of the field of a text, or the name of any other field. */
function fieldWords(param: string | null, texts: Texts["tell"]): string {
  for (const language of languages) {
    for (const field of ["name", "body"] as const) {
      if (param === fieldOf(field, language)) return textLabel(field, language, texts);
    }
  }
  return param ?? "";
}

/** Returns the text for the code and its field, or for the code alone. */
function sentenceOf({ code, param }: Refusal, sentences: Texts["refusals"]): string | undefined {
  const known: Readonly<Record<string, string>> = sentences;
  return known[`${code}_${param}`] ?? known[code];
}
