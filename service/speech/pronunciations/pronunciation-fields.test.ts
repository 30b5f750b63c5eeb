import { describe, expect, test } from "vitest";
import { PronunciationChange, PronunciationInput } from "../../contract/pronunciations.ts";
import { read } from "../../contract/read.ts";
import { ApiError } from "../../contract/errors.ts";
import type { PronunciationRule } from "./pronunciation.ts";
import { parseChange, parsePronunciation } from "./pronunciation-fields.ts";

function refusalOf(parse: () => unknown): Pick<ApiError, "code" | "param" | "message"> {
  try {
    parse();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

const parsed = (json: unknown) => parsePronunciation(read(PronunciationInput, json));
const changed = (json: unknown, before: PronunciationRule) =>
  parseChange(read(PronunciationChange, json), before);

describe("parsePronunciation", () => {
  test("fills in what is left out", () => {
    expect(parsed({ word: " NA\u00adTO  üyesi ", alias: "nato   üyesi " })).toEqual({
      word: "NATO üyesi",
      alias: "nato üyesi",
      caseSensitive: false,
      wordBoundaries: true,
    });
  });

  test("takes IPA with or without what dictionaries write around it", () => {
    for (const ipa of ["ˈnej to", "/ˈnej to/", " [ ˈnej  to ] "]) {
      const body = { word: "NATO", ipa, alias: null, language: "tr", case_sensitive: true };
      expect(parsed(body)).toMatchObject({ ipa: "ˈnej to", caseSensitive: true });
    }
  });

  test.each<[unknown, string | null, RegExp]>([
    [undefined, null, /JSON object/],
    [[], null, /JSON object/],
    [{ alias: "a" }, "word", /word is missing; .* a string of 1 to 100 characters/],
    [{ word: 5, alias: "a" }, "word", /word has to be a string of 1 to 100 characters; got 5/],
    [{ word: "x".repeat(101), alias: "a" }, "word", /1 to 100/],
    [{ word: " \u200b ", alias: "a" }, "word", /nothing that could be found/],
    [{ word: "\u0323a", alias: "a" }, "word", /nothing that could be found/],
    [{ word: "a" }, "alias", /exactly one/],
    [{ word: "a", alias: "b", ipa: "b" }, "alias", /exactly one/],
    [{ word: "a", alias: "?!" }, "alias", /nothing that can be spoken/],
    [{ word: "a", alias: "b".repeat(201) }, "alias", /1 to 200/],
    [{ word: "a", ipa: "" }, "ipa", /1 to 200/],
    [{ word: "a", ipa: "ˈ" }, "ipa", /without a sound/],
    [{ word: "a", ipa: "ʘa5" }, "ipa", /"ʘ" \(U\+0298\), "5" \(U\+0035\)/],
    [{ word: "a", alias: "b", language: "en" }, "language", /"tr"/],
    [{ word: "a", alias: "b", case_sensitive: "no" }, "case_sensitive", /true or false/],
    [{ word: "a", alias: "b", word_boundaries: 1 }, "word_boundaries", /true or false/],
  ])("refuses %j for its %s", (body, param, message) => {
    const refusal = refusalOf(() => parsed(body));
    expect(refusal).toMatchObject({ code: "invalid_pronunciations", param });
    expect(refusal.message).toMatch(message);
  });
});

test("a change leaves what it does not name, and alias and ipa take each other's place", () => {
  const before = parsed({ word: "NATO", alias: "nato", word_boundaries: false });
  expect(changed({}, before)).toEqual(before);
  const sounded = changed({ ipa: "nato", case_sensitive: true }, before);
  expect(sounded).toEqual({
    word: "NATO",
    ipa: "nato",
    caseSensitive: true,
    wordBoundaries: false,
  });
  expect(changed({ alias: "na to", ipa: null }, sounded)).toMatchObject({ alias: "na to" });
  expect(refusalOf(() => changed({ alias: "a", ipa: "a" }, before)).param).toBe("alias");
});
