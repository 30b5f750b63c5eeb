import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Language } from "#web-kit/language/languages.ts";
import type { SearchEntry } from "./entry.ts";
import { openIndex, writeIndex } from "./search-index.ts";

const entry = (page: string, part: string, text: string): SearchEntry => ({
  href: `/${page}#${part}`,
  page,
  part,
  text,
  code: "",
  weight: 1,
});
const entries = [
  entry("Live transcription", "", "Stream audio and receive text."),
  entry("Live transcription", "Pauses", "A pause of endpointing_ms ends a segment."),
  entry("Errors", "rate_limit_exceeded", "Too many requests in a minute."),
  entry("Errors", "Retries", "Wait, then send the request again, whatever it was about."),
];
const words = { stopWords: "the", synonyms: { pauses: ["silence"] } };
const find = async (question: string, language: Language = "en") =>
  openIndex(await writeIndex(entries, language, words))(question).map(({ href }) => href);

test("endings, beginnings and misspelt words are found, and names by their pieces", async () => {
  expect(await find("pausing")).toEqual(["/Live transcription#Pauses"]);
  expect((await find("transcr"))[0]).toBe("/Live transcription#");
  expect((await find("trascription"))[0]).toBe("/Live transcription#");
  expect(await find("limit")).toEqual(["/Errors#rate_limit_exceeded"]);
  expect(await find("endpointing_ms")).toEqual(["/Live transcription#Pauses"]);
});

test("all words have to be there, unless nothing has them all", async () => {
  expect(await find("live pause")).toEqual(["/Live transcription#Pauses"]);
  expect((await find("live minute")).toSorted()).toContain("/Errors#rate_limit_exceeded");
});

test("a synonym is found, nothing is found by nothing or by what is nowhere", async () => {
  expect(await find("silence")).toEqual(["/Live transcription#Pauses"]);
  expect(await find("the")).toEqual([]);
  expect(await find("xyzzy")).toEqual([]);
});

test("what was asked for is marked, in an excerpt around it", async () => {
  const long = entry(
    "Limits",
    "",
    `${"word ".repeat(40)}the quota of a month ${"end ".repeat(60)}`,
  );
  const [found] = openIndex(await writeIndex([long], "en", words))("quotas");
  const text = found!.excerpt.map((piece) => piece.text).join("");
  expect(found!.excerpt.filter(({ isMarked }) => isMarked).map((piece) => piece.text)).toEqual([
    "quota",
  ]);
  expect(text).toMatch(/^… (word )+the quota of a month .* …$/);
  expect(text.length).toBeLessThan(200);
});

test("an index is made in turns of the event loop", async () => {
  const many = Array.from({ length: 80 }, (_, at) => entry(`Page ${at}`, "", "Some text."));
  let isMade = false;
  const made = writeIndex(many, "en", words).then(() => (isMade = true));
  let turns = 0;
  for (; !isMade; turns += 1) await nextTurn();
  await made;
  expect(turns).toBeGreaterThanOrEqual(10);
});
