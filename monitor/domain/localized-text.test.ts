import { describe, expect, test } from "vitest";

import { localizedText } from "./localized-text.ts";

describe("a text that is missing in a language", () => {
  test("is shown in the first language that has it", () => {
    expect(localizedText({ en: "Website" })).toEqual({ en: "Website", tr: "Website" });
    expect(localizedText({ tr: "Web sitesi" })).toEqual({ en: "Web sitesi", tr: "Web sitesi" });
  });

  test("stays empty where it was left empty, and where there is none at all", () => {
    expect(localizedText({ en: "", tr: "Bir" })).toEqual({ en: "", tr: "Bir" });
    expect(localizedText({})).toEqual({ en: "", tr: "" });
  });
});
