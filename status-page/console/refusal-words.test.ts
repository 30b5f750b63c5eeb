import { describe, expect, test } from "vitest";
import type { Refusal } from "#status-api/page/page-view-work.ts";
import { languages } from "#web-kit/language/languages.ts";
import { reasonOf } from "./refusal-words.ts";
import { CONSOLE_TEXTS } from "./texts.ts";

const refusal = (given: Partial<Refusal>): Refusal => ({
  code: "invalid_field",
  param: null,
  message: "body.x takes at most 3",
  ...given,
});

describe("why something was refused", () => {
  test("is said by what it is about, by its code alone, or as the admin API says it", () => {
    const { console: texts } = CONSOLE_TEXTS.en;
    const said = (given: Partial<Refusal>) => reasonOf(refusal(given), texts);
    expect(said({ code: "wrong_state", param: "location" })).toMatch(/^the check is being run/);
    expect(said({ code: "wrong_state", param: "else" })).toMatch(/^it has changed meanwhile/);
    expect(said({ code: "wrong_state" })).toMatch(/^it has changed meanwhile/);
    expect(said({ param: "x" })).toBe("body.x takes at most 3");
  });

  test("names the field of a text as its label does, and every limit", () => {
    const missing = (param: string | null) =>
      reasonOf(refusal({ code: "missing_field", param }), CONSOLE_TEXTS.en.console);
    expect(missing("name")).toBe("fill in “Title (English)”.");
    expect(missing("name_tr")).toBe("fill in “Title (Türkçe)”.");
    expect(missing("body")).toBe("fill in “Text (English)”.");
    expect(missing("body_tr")).toBe("fill in “Text (Türkçe)”.");
    expect(missing("components")).toBe("fill in “components”.");
    expect(missing(null)).toBe("fill in “”.");
    for (const language of languages) {
      const { console: texts } = CONSOLE_TEXTS[language];
      for (const code of Object.keys(texts.refusals)) {
        expect(reasonOf(refusal({ code }), texts)).not.toMatch(/[{}]/);
      }
    }
  });
});
