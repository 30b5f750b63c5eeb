import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

import { normalize } from "./normalize.ts";

interface Case {
  readonly written: string;
  readonly spoken: readonly string[];
}

const folder = new URL("../../../fixtures/normalization/", import.meta.url);
const tables = readdirSync(folder).filter((name) => name.endsWith(".json"));

function casesOf(table: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(table, folder), "utf8")) as readonly Case[];
}

const cases = tables.flatMap(casesOf);

describe.each(tables)("normalize: %s", (table) => {
  it.each(casesOf(table))("speaks $written", ({ written, spoken }) => {
    expect(normalize(written)).toEqual(spoken);
  });
});

const SPEAKABLE = /^[a-zA-ZçğıöşüâîûÇĞİÖŞÜÂÎÛ' ,]*[a-zA-ZçğıöşüâîûÇĞİÖŞÜÂÎÛ'][.?!]$/u;
const RANDOM_TEXTS = 1_000;
const MAX_RANDOM_TEXT = 60;
const MAX_CPU_MICROSECONDS = 3_000_000;
/** Thousands of texts take seconds where nothing else runs. */
const LOADED_MACHINE_MS = 60_000;

vi.setConfig({ testTimeout: LOADED_MACHINE_MS });

/** The same numbers below 1 each time (mulberry32), so that a failure can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Characters of any plane, half of them ones that rules look for. */
function randomText(random: () => number): string {
  const common =
    "0123456789.,:;-–/%₺$€°²½'’\"()!?…@#& \n\tabcçdefgğhıijklmnoöprsştuüvyzABCÇDEİIVXTLKM";
  const length = Math.floor(random() * MAX_RANDOM_TEXT);
  return Array.from({ length }, () =>
    random() < 0.5
      ? (common[Math.floor(random() * common.length)] ?? "")
      : random() < 0.5
        ? String.fromCharCode(random() * 0x10000)
        : String.fromCodePoint(Math.floor(random() * 0x110000)),
  ).join("");
}

/** Pieces of the tables in any order: whatever a rule expects, elsewhere. */
function shuffledCases(random: () => number): string {
  const pieces = Array.from(
    { length: 4 },
    () => cases[Math.floor(random() * cases.length)]?.written ?? "",
  );
  return pieces.join(" ");
}

describe.each([
  ["random Unicode", randomText],
  ["shuffled cases", shuffledCases],
])("normalize of %s", (_, make) => {
  const random = randomNumbers(2026);
  const texts = Array.from({ length: RANDOM_TEXTS }, () => make(random));

  it("never throws, gives only what can be spoken, and leaves its own output as it is", () => {
    const wrong = texts.filter((text) => {
      const sentences = normalize(text);
      const spoken = sentences.join(" ");
      const isSpeakable = sentences.every((one) => SPEAKABLE.test(one));
      return !isSpeakable || normalize(spoken).join(" ") !== spoken;
    });
    expect(wrong).toEqual([]);
  });
});

describe("normalize", () => {
  it("is held to at least 600 cases", () => {
    expect(cases.length).toBeGreaterThanOrEqual(600);
  });

  it("takes 10,000 characters of whatever rules look for in little time", () => {
    const began = process.cpuUsage();
    for (const part of [
      "1.",
      "0,",
      "1/",
      "a.b@",
      "12:",
      "A.",
      "9 ",
      "a",
      "1-",
      "II",
      "5 a ",
      "saat 1 ",
      "[",
      "[a](",
      "![",
      "`",
      "```\n",
      "```a\n",
      "|",
      "|-|\n",
      "kod ",
      "kod: 1234 ",
      "1 000 ",
      "1\u00a0000",
      "39°5'",
      "1.2345 ",
      "1/2 ",
      "1.s",
      "1-2 a ",
      "5 TL/",
    ])
      normalize(part.repeat(10_000 / part.length));
    expect(process.cpuUsage(began).user).toBeLessThan(MAX_CPU_MICROSECONDS);
  });
});
