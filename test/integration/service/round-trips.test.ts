import { beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { letters } from "#word-errors/letters.ts";
import { parseWav, pcm16Of } from "../../../probes/speech/wav.ts";
import {
  builtInVoices,
  percent,
  roundTripErrors,
  roundTripFixture,
  roundTrips,
  speak,
  type Utterance,
} from "../../support/service/round-trips.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

/** Of each kind, said by the voices in turn. */
const SENTENCES = 4;
const MAX_CHARACTER_ERRORS = 0.15;

const varied = await roundTripFixture<Pick<Utterance, "kind" | "written">>("varied-sentences");
const numbers = await roundTripFixture<Utterance>("number-sentences");

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

describe.each(["synth-v1", "synth-v2"])("a few sentences of %s", (model) => {
  const voices = builtInVoices(model);

  longTest("are understood, with numbers and without", async () => {
    const sentences = [
      ...varied.slice(0, SENTENCES).map((one) => ({ ...one, spoken: letters(one.written) })),
      ...numbers.slice(0, SENTENCES),
    ];
    const trips = await roundTrips(
      service,
      sentences.map((one, at) => ({ ...one, model, voice: voices[at % voices.length] ?? "" })),
    );
    const { characters, worst } = roundTripErrors(trips);
    expect(characters, `${percent(characters)} of letters heard wrong\n${worst}`).toBeLessThan(
      MAX_CHARACTER_ERRORS,
    );
  });

  shortTest("come in pieces that are together the whole synthesis", async () => {
    const fields = { model, voice: voices[0], input: "Peki yarın da gelir misin? Tabii gelirim!" };
    const wav = await speak(service, { ...fields, response_format: "wav" });
    const { samples, sampleRateHz } = parseWav(Buffer.from(await wav.arrayBuffer()));
    const pcm = await speak(service, {
      ...fields,
      response_format: "pcm",
      sample_rate: sampleRateHz,
    });
    expect(Buffer.from(await pcm.arrayBuffer()).equals(pcm16Of(samples))).toBe(true);
  });
});
