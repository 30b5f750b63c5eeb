import { describe, expect, test } from "vitest";
import { LANGUAGES, languages } from "../language/languages.ts";
import { writeNumber, writePercent } from "./numbers.ts";

const values = [0, 7, -7, 0.4, 0.04, -0.04, 12.5, 99.98, 999, 1_000, 1_234.56, -1_234_567.891, 1e9];

describe.each(languages)("numbers in %s are what Intl writes", (language) => {
  test.each([{}, { max: 1 }, { max: 2 }, { min: 2 }, { min: 1, max: 3 }])(
    "with decimals %o",
    ({ min = 0, max = min }: { min?: number; max?: number }) => {
      const intl = new Intl.NumberFormat(LANGUAGES[language].locale, {
        minimumFractionDigits: min,
        maximumFractionDigits: max,
        signDisplay: "negative",
      });
      for (const value of values) {
        expect(writeNumber(language, value, { min, max })).toBe(intl.format(value));
      }
    },
  );

  test("as percent", () => {
    const intl = new Intl.NumberFormat(LANGUAGES[language].locale, {
      style: "percent",
      maximumFractionDigits: 2,
    });
    for (const share of [0, 0.5, 0.9998, 1, 12.5]) {
      expect(writePercent(language, share * 100, { max: 2 })).toBe(intl.format(share));
    }
  });
});
