import { plural } from "#web-kit/language/texts.ts";
import type { Problem } from "#web-kit/api/api-error.ts";
import type { DemoTexts } from "../../texts/texts.ts";

/** What is said of a problem. */
export interface ProblemWords {
  readonly what: string;
  /** What to do about it, and when. */
  readonly advice: string;
}

/** Returns the words for a problem; for a code that there are none for, what the API said. */
export function problemWords(
  { code, message, retryAfterSeconds }: Problem,
  texts: DemoTexts,
): ProblemWords {
  const known = isKnown(code, texts) ? texts.problems[code] : undefined;
  const when =
    retryAfterSeconds === undefined
      ? []
      : [plural(texts.language, texts.retryIn, Math.ceil(retryAfterSeconds))];
  return {
    what: known?.what ?? texts.unknownProblem,
    advice: [known?.advice ?? message ?? code, ...when].join(" "),
  };
}

function isKnown(code: string, { problems }: DemoTexts): code is keyof DemoTexts["problems"] {
  return Object.hasOwn(problems, code);
}
