import { expect, test } from "vitest";
import type { Pronunciation } from "../../speech/pronunciations/pronunciation.ts";
import { planImport } from "./import-plan.ts";

const now = new Date("2026-11-21T10:00:00Z");
const known: Pronunciation = {
  id: "pron_1",
  word: "NATO",
  alias: "nato",
  caseSensitive: false,
  wordBoundaries: true,
  createdAt: now,
  updatedAt: now,
};
const lines = (...entries: readonly Readonly<Record<string, unknown>>[]) =>
  entries.map((entry, index) => ({ line: index + 2, entry }));
const outcomes = (plan: ReturnType<typeof planImport>) =>
  plan.map(({ line, outcome }) => [line, outcome]);

test("a line is added, changes an entry, says the same, repeats a line, or is refused", () => {
  const plan = planImport(
    lines(
      { word: "TBMM", alias: "te be me me" },
      { word: "nato", alias: "nejto" },
      { word: "Nato", alias: "x" },
      { word: "NATO", alias: "nato", case_sensitive: true },
      { word: "API" },
    ),
    [known],
    500,
  );
  expect(outcomes(plan)).toEqual([
    [2, "added"],
    [3, "changed"],
    [4, "repeated"],
    [5, "added"],
    [6, "refused"],
  ]);
  expect(plan[1]).toMatchObject({ id: "pron_1", rule: { alias: "nejto" } });
  expect(plan[4]).toMatchObject({ word: "API", field: "alias" });
  expect(outcomes(planImport(lines({ word: "NATO", alias: "nato" }), [known], 500))).toEqual([
    [2, "same"],
  ]);
});

test("what has no room is told, and changes need none", () => {
  const plan = planImport(
    lines(
      { word: "bir", alias: "bir" },
      { word: "iki", alias: "iki" },
      { word: "NATO", alias: "nejto" },
    ),
    [known],
    2,
  );
  expect(outcomes(plan)).toEqual([
    [2, "added"],
    [3, "full"],
    [4, "changed"],
  ]);
});
