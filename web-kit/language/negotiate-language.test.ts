import { expect, test } from "vitest";
import { negotiateLanguage } from "./negotiate-language.ts";

test.each([
  { acceptLanguage: undefined, language: "en" },
  { acceptLanguage: "tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7", language: "tr" },
  { acceptLanguage: "en-US,en;q=0.9,tr;q=0.8", language: "en" },
  { acceptLanguage: "xx-XX, tr;q=0.4, en;q=0.3", language: "tr" },
  { acceptLanguage: "en;q=0.2,TR;q=0.3", language: "tr" },
  { acceptLanguage: "tr;q=0", language: "en" },
  { acceptLanguage: "*", language: "en" },
  { acceptLanguage: "trv", language: "en" },
])("Accept-Language $acceptLanguage reads $language", ({ acceptLanguage, language }) => {
  expect(negotiateLanguage({ chosen: undefined, remembered: undefined, acceptLanguage })).toBe(
    language,
  );
});

test("the link's choice wins over the remembered one, that one over the browser's", () => {
  const acceptLanguage = "en";
  expect(negotiateLanguage({ chosen: "en", remembered: "tr", acceptLanguage })).toBe("en");
  expect(negotiateLanguage({ chosen: "xx", remembered: "tr", acceptLanguage })).toBe("tr");
  expect(negotiateLanguage({ chosen: ["tr"], remembered: "xx", acceptLanguage })).toBe("en");
});
