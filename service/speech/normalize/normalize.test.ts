import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { normalize } from "./normalize.ts";

interface Case {
  readonly written: string;
  readonly spoken: readonly string[];
}

describe.each(["numbers", "dates", "amounts", "words"])("normalize: %s", (table) => {
  const file = new URL(`../../../fixtures/normalization/${table}.json`, import.meta.url);
  const cases = JSON.parse(readFileSync(file, "utf8")) as readonly Case[];

  it.each(cases)("speaks $written", ({ written, spoken }) => {
    expect(normalize(written)).toEqual(spoken);
  });
});

describe("normalize", () => {
  it("leaves only letters, commas and one final mark, whatever it is given", () => {
    const text = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(at * 3 + 9)).join("");
    for (const sentence of normalize(text)) expect(sentence).toMatch(/^[a-zçğıöşüâîû' ,]+[.?!]$/iu);
  });

  it("takes 5,000 digits, dots and slashes in well under a second", () => {
    const started = performance.now();
    for (const part of ["1.", "0,", "1/", "a.b@", "12:", "A.", "9 "])
      normalize(part.repeat(5000 / part.length));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
