import { beforeAll, describe, expect, test } from "vitest";
import { normalize } from "#service/speech/normalize/normalize.ts";
import { letters } from "#word-errors/letters.ts";
import {
  builtInVoices,
  percent,
  roundTripErrors,
  roundTripFixture,
  roundTrips,
  type Utterance,
} from "../../support/service/round-trips.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

interface NumberSentence extends Utterance {
  /** The part of `spoken` that figures, signs or a short form stand for. */
  readonly expanded: string;
}

const MIN_SENTENCES = 50;
const TIMEOUT_MS = 300_000;
const MIN_NUMBERS_HEARD = 0.95;
const MAX_WORD_ERRORS = 0.15;

const sentences = await roundTripFixture<NumberSentence>("number-sentences");

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

describe("sentences with numbers, dates and short forms", () => {
  test(`are at least ${MIN_SENTENCES}, and become the words that they are read as`, () => {
    expect(sentences.length).toBeGreaterThanOrEqual(MIN_SENTENCES);
    expect(sentences.map(({ written }) => letters(normalize(written).join(" ")))).toEqual(
      sentences.map(({ spoken }) => spoken),
    );
    expect(sentences.filter(({ spoken, expanded }) => !spoken.includes(expanded))).toEqual([]);
  });

  test.each(["synth-v1", "synth-v2"])(
    "are heard as those words when %s says them, in every voice by turns",
    async (model) => {
      const voices = builtInVoices(model);
      const trips = await roundTrips(
        service,
        sentences.map((sentence, at) => {
          const voice = voices[at % voices.length] ?? "";
          return { ...sentence, model, voice };
        }),
      );

      const { words, worst } = roundTripErrors(trips);
      expect
        .soft(words, `${percent(words)} of words heard wrong\n${worst}`)
        .toBeLessThanOrEqual(MAX_WORD_ERRORS);

      const missed = trips.filter(({ heard, expanded }) => !includesWords(heard, expanded));
      const list = missed.map(({ voice, expanded, heard }) => `${voice}: ${expanded} -> ${heard}`);
      const share = 1 - missed.length / trips.length;
      expect
        .soft(share, `${percent(share)} of numbers heard\n${list.join("\n")}`)
        .toBeGreaterThanOrEqual(MIN_NUMBERS_HEARD);
    },
    TIMEOUT_MS,
  );
});

/** Where words are parted is not heard: "yirmi altı" is as right as "yirmialtı". */
function includesWords(heard: string, words: string): boolean {
  return heard.replaceAll(" ", "").includes(words.replaceAll(" ", ""));
}
