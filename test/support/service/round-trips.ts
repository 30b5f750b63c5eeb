import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { editDistance } from "#word-errors/edit-distance.ts";
import { letters } from "#word-errors/letters.ts";
import { parseWav, type WavAudio } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../program.ts";
import { speechRequest, transcriptionForm, type SpeechService } from "./speech-service.ts";

/** A sentence to speak and the words that are to be heard, in `letters`' form. */
export interface Utterance {
  readonly kind: string;
  readonly written: string;
  readonly spoken: string;
}

/** An utterance that was spoken by the service and heard by it again. */
export interface RoundTrip extends Utterance {
  readonly audio: WavAudio;
  /** In `letters`' form. */
  readonly heard: string;
}

/** What recognition makes of speech, as shares of what was said. */
export interface RoundTripErrors {
  readonly characters: number;
  readonly words: number;
  readonly worstSentence: number;
  /** The sentences with most errors, a line each. */
  readonly worst: string;
}

/** As many as a key may transcribe at the same time. */
const AT_ONCE = 3;
/** Limits, and a queue that a loaded machine is slow to serve. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const LISTED_SENTENCES = 5;

/** The built-in voices of a shipped synthesis model. */
export function builtInVoices(model: string): readonly string[] {
  const file = path.join(projectRoot, "service/models", model, "model.json");
  const { voices } = JSON.parse(readFileSync(file, "utf8")) as { readonly voices: object };
  return Object.keys(voices);
}

/** Reads one of the tables of fixtures/round-trips. */
export async function roundTripFixture<Row>(name: string): Promise<readonly Row[]> {
  const file = path.join(projectRoot, "fixtures/round-trips", `${name}.json`);
  return JSON.parse(await readFile(file, "utf8")) as readonly Row[];
}

/** Has the service speak each utterance as WAV and hear it again, a few at a time; in the order of the utterances. */
export async function roundTrips<One extends Utterance>(
  service: Pick<SpeechService, "call">,
  utterances: readonly (One & { readonly model: string; readonly voice: string })[],
): Promise<readonly (One & RoundTrip)[]> {
  const trips: (One & RoundTrip)[] = [];
  const waiting = utterances.entries();
  const worker = async () => {
    for (const [at, utterance] of waiting) {
      const { written: input, model, voice } = utterance;
      const answer = await speak(service, { input, model, voice, response_format: "wav" });
      const wav = Buffer.from(await answer.arrayBuffer());
      trips[at] = { ...utterance, audio: parseWav(wav), heard: await hear(service, wav) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return trips;
}

/** Asks for speech, again where the service says when; fails with the error's text on any other answer but audio. */
export async function speak(
  service: Pick<SpeechService, "call">,
  fields: Readonly<Record<string, unknown>>,
): Promise<Response> {
  return await answered(() => service.call("/v1/audio/speech", speechRequest(fields)));
}

async function hear(service: Pick<SpeechService, "call">, wav: Buffer): Promise<string> {
  const answer = await answered(() =>
    service.call("/v1/audio/transcriptions", { method: "POST", body: transcriptionForm(wav) }),
  );
  const { text } = (await answer.json()) as { readonly text: string };
  return letters(text);
}

async function answered(request: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await request();
    if (answer.ok) return answer;
    const reason = await answer.text();
    if (!TEMPORARY_STATUSES.has(answer.status)) throw new Error(`${answer.status}: ${reason}`);
    await sleep(Number(answer.headers.get("retry-after")) * 1000);
  }
}

/** Counts what was heard wrong. */
export function roundTripErrors(trips: readonly RoundTrip[]): RoundTripErrors {
  const counted = trips.map(({ kind, spoken, heard }) => ({
    edits: editDistance(Array.from(spoken), Array.from(heard)),
    of: spoken.length,
    wordEdits: editDistance(spoken.split(" "), heard.split(" ")),
    wordsOf: spoken.split(" ").length,
    line: `${kind}: ${spoken} -> ${heard}`,
  }));
  const sum = (key: "edits" | "of" | "wordEdits" | "wordsOf") =>
    counted.reduce((total, one) => total + one[key], 0);
  const byError = counted.toSorted((one, other) => other.edits / other.of - one.edits / one.of);
  const [worst] = byError;
  return {
    characters: sum("edits") / sum("of"),
    words: sum("wordEdits") / sum("wordsOf"),
    worstSentence: worst === undefined ? 0 : worst.edits / worst.of,
    worst: byError
      .slice(0, LISTED_SENTENCES)
      .map(({ line }) => line)
      .join("\n"),
  };
}

/** A share as a percentage with one decimal. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
