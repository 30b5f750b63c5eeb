import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NEUTRAL_MANNER, type Manner } from "../../engine/model/model.ts";
import { designVoice, readVoice } from "./read-voice.ts";

/** What a description asks for; a quality that is not named stays neutral. */
interface Case {
  readonly description: string;
  readonly gender?: string;
  readonly age?: string;
  readonly lowers: readonly (keyof Manner)[];
  readonly raises: readonly (keyof Manner)[];
  readonly ignored: readonly string[];
}

interface Order {
  readonly quality: keyof Manner;
  /** Descriptions by how much of the quality they ask for. */
  readonly ascending: readonly string[];
}

function fixture<Row>(name: string): readonly Row[] {
  const path = new URL(`../../../fixtures/voice/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")) as readonly Row[];
}

const QUALITIES = Object.keys(NEUTRAL_MANNER) as (keyof Manner)[];
/** A change that nobody hears. */
const HARDLY = 0.002;

function understood(description: string, scope: "voice" | "delivery"): Omit<Case, "description"> {
  const { gender, age, manner, ignored } = readVoice(description, scope);
  return {
    ...(gender && { gender }),
    ...(age && { age }),
    lowers: QUALITIES.filter((quality) => manner[quality] < NEUTRAL_MANNER[quality] - HARDLY),
    raises: QUALITIES.filter((quality) => manner[quality] > NEUTRAL_MANNER[quality] + HARDLY),
    ignored,
  };
}

const inOrder = ({ description: _description, lowers, raises, ...rest }: Case) => ({
  ...rest,
  lowers: QUALITIES.filter((quality) => lowers.includes(quality)),
  raises: QUALITIES.filter((quality) => raises.includes(quality)),
});

describe.each(["people", "voices", "descriptions"])("readVoice: %s", (name) => {
  test.each(fixture<Case>(name))("$description", (row) => {
    expect(understood(row.description, "voice")).toEqual(inOrder(row));
  });
});

describe("readVoice: deliveries", () => {
  test.each(fixture<Case>("deliveries"))("$description", (row) => {
    expect(understood(row.description, "delivery")).toEqual(inOrder(row));
  });
});

describe("readVoice: degrees", () => {
  test.each(fixture<Order>("degrees"))("of $quality: $ascending", ({ quality, ascending }) => {
    const values = ascending.map((description) => readVoice(description, "voice").manner[quality]);
    for (const [at, value] of values.slice(1).entries()) expect(value).toBeGreaterThan(values[at]!);
  });

  test("a whisper is a whole one", () => {
    expect(readVoice("fısıldayarak", "delivery").manner.breathiness).toBe(1);
  });

  test("no heap of words leaves the bounds", () => {
    const heap =
      "aşırı kalın, aşırı pes, aşırı derin, son derece yavaş, çok ağır, uyuşuk, tane tane, aşırı boğuk, karanlık";
    const { pitchSemitones, paceFactor, brightnessDb } = readVoice(heap, "voice").manner;
    expect([pitchSemitones, paceFactor, brightnessDb]).toEqual([-9, 0.5, -12]);
  });

  test("a word that was not understood is named once, as it was written", () => {
    expect(readVoice("MOR, mor ve MOR Işık", "voice").ignored).toEqual(["MOR", "mor", "Işık"]);
  });
});

describe("designVoice", () => {
  test("names who speaks and how", () => {
    const { speaker, manner, ignored } = designVoice("yaşlı, mor sesli bir erkek, yavaş konuşuyor");
    expect(speaker).toMatchObject({ kind: "designed", gender: "male", age: "old" });
    expect(manner.paceFactor).toBeLessThan(1);
    expect(ignored).toEqual(["mor"]);
  });

  test("the same description is the same person, whatever its case, spaces and marks", () => {
    const { seed } = designVoice("İnce sesli, genç bir kadın").speaker;
    expect(Number.isInteger(seed)).toBe(true);
    for (const same of ["ince sesli genç bir kadın", "  İNCE  SESLİ, GENÇ BİR KADIN!"]) {
      expect(designVoice(same).speaker.seed).toBe(seed);
    }
    expect(designVoice("ince sesli genç kadın").speaker.seed).not.toBe(seed);
  });

  test("an empty description is somebody, too", () => {
    expect(designVoice("").speaker).toMatchObject({ gender: undefined, age: undefined });
  });
});
