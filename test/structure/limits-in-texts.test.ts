import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LIMITS } from "#service/contract/limits.ts";
import { languages } from "#web-kit/language/languages.ts";
import { projectRoot } from "../support/program.ts";

const MEGABYTE = 1024 * 1024;
const UPLOAD_MEGABYTES = LIMITS.uploadBytes / MEGABYTE;
const AUDIO_HOURS = LIMITS.audioSeconds / 3600;
const { inputCharacters, directionCharacters, minReferenceSeconds, maxReferenceSeconds } = LIMITS;

/** The limits that a text of the website names, by file and place in it. */
const NAMED: readonly (readonly [file: string, place: string, limits: readonly number[]])[] = [
  ["demo", "problems.file_too_large.what", [UPLOAD_MEGABYTES]],
  ["demo", "problems.audio_too_long.what", [AUDIO_HOURS]],
  ["demo", "problems.input_too_long.what", [inputCharacters]],
  ["demo", "problems.invalid_voice_description.advice", [directionCharacters]],
  ["demo", "problems.invalid_instructions.advice", [directionCharacters]],
  ["dashboard", "signIn.passwordProblems.too-long", [LIMITS.passwordCharacters.max]],
  ["dashboard", "pronunciations.csvFaults.too-long", [LIMITS.importedLines]],
  ["dashboard", "voices.empty", [minReferenceSeconds, maxReferenceSeconds]],
  ["dashboard", "faults.invalid_voice_description", [directionCharacters]],
  ["dashboard", "faults.reference_too_short", [minReferenceSeconds]],
  ["dashboard", "faults.reference_too_long", [maxReferenceSeconds]],
  ["dashboard", "faults.reference_too_large", [LIMITS.referenceBytes / MEGABYTE]],
  ["dashboard", "faults.input_too_long", [inputCharacters]],
  ["website", "features.cloning.text", [minReferenceSeconds, maxReferenceSeconds]],
  [
    "website",
    "limitsText",
    [LIMITS.account.requestsPerMinute, UPLOAD_MEGABYTES, AUDIO_HOURS, inputCharacters],
  ],
];

function textAt(language: string, file: string, place: string): unknown {
  const texts: unknown = JSON.parse(
    readFileSync(path.join(projectRoot, `languages/${language}/site/${file}.json`), "utf8"),
  );
  const part = (value: unknown, name: string) => (value as Record<string, unknown>)[name];
  return place.split(".").reduce(part, texts);
}

/** The whole numbers of a text, in order; thousands may be grouped by a comma or a full stop. */
const numbersIn = (text: string) =>
  [...text.matchAll(/\d+(?:[.,]\d{3})*/g)].map(([written]) =>
    Number(written.replaceAll(/[.,]/g, "")),
  );

test.each(languages)("texts of the website in %s name the limits that hold", (language) => {
  for (const [file, place, limits] of NAMED) {
    const text = textAt(language, file, place);
    expect(numbersIn(String(text)), `${file}.json ${place}: ${String(text)}`).toEqual(limits);
  }
});
