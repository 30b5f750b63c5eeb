import { describe, expect, test } from "vitest";
import { localizedText } from "./localized-text.ts";

describe("a text that is missing in a language", () => {
  test("is shown in the first language that has it", () => {
    expect(localizedText({ en: "Website" })).toMatchObject({ en: "Website", tr: "Website" });
    expect(localizedText({ tr: "Web sitesi" })).toMatchObject({
      en: "Web sitesi",
      tr: "Web sitesi",
    });
  });

  test("stays empty where it was left empty, and where there is none at all", () => {
    expect(localizedText({ en: "", tr: "Bir" })).toMatchObject({ en: "", tr: "Bir" });
    expect(localizedText({})).toMatchObject({ en: "", tr: "" });
  });
});
