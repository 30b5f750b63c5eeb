import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../../test/support/lengths.ts";
import { openWav } from "../audio/wav-reader.ts";
import { load } from "./ctc-transcriber.ts";
import { readManifest } from "../model/manifest.ts";
import type { Transcriber } from "../model/model.ts";
import { CtcRecognition } from "../transcription/ctc-recognition.ts";

const folder = fileURLToPath(new URL("../../small-models/transcribe-1", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures/audio", import.meta.url));
const RATE = 16_000;
const STEP_SECONDS = 0.04;

let transcriber: Transcriber;
let clips: readonly Float32Array[];
beforeAll(async () => {
  transcriber = await load(folder, await readManifest(folder));
  clips = await Promise.all(["clip", "order", "weather"].map(withSilence));
});

/** A clip between two silences, in which the network forgets what was before. */
async function withSilence(name: string): Promise<Float32Array> {
  const audio = await openWav(`${fixtures}/${name}.wav`);
  const pieces: Float32Array[] = [];
  for await (const piece of audio.samples) pieces.push(piece);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  // A whole number of steps, so that every repetition is cut into the same ones.
  const steps = Math.ceil(length / RATE / STEP_SECONDS) + 50;
  const padded = new Float32Array(steps * STEP_SECONDS * RATE);
  let at = 25 * STEP_SECONDS * RATE;
  for (const piece of pieces) {
    padded.set(piece, at);
    at += piece.length;
  }
  return padded;
}

interface Listening {
  readonly words: readonly string[];
  /** Steps that the network was fed. */
  readonly steps: number;
  /** The most words that were open at any time. */
  readonly maxOpenWords: number;
}

/** Hears parts one after another as one recording, in pieces of some seconds. */
async function listen(parts: readonly Float32Array[], pieceSeconds: number): Promise<Listening> {
  const recognition = transcriber.open();
  if (!(recognition instanceof CtcRecognition)) throw new Error("another kind of recognition");
  let maxOpenWords = 0;
  const pieceLength = Math.round(pieceSeconds * RATE);
  for (const part of parts) {
    for (let at = 0; at < part.length; at += pieceLength) {
      recognition.accept(part.subarray(at, at + pieceLength));
      await transcriber.advance([{ recognition }]);
      const open = recognition.words.length - recognition.settledWords;
      maxOpenWords = Math.max(maxOpenWords, open);
    }
  }
  recognition.end();
  await transcriber.advance([{ recognition }]);
  const words = recognition.words.map(({ text }) => text);
  return { words, steps: recognition.fedSteps, maxOpenWords };
}

const seconds = (parts: readonly Float32Array[]) =>
  parts.reduce((sum, part) => sum + part.length, 0) / RATE;

describe("audio of any length", () => {
  shortTest(
    "is heard as its parts are, none of their words lost, doubled or changed",
    async () => {
      const alone: string[] = [];
      for (const clip of clips) alone.push(...(await listen([clip], 2)).words);
      expect(alone.length).toBeGreaterThan(20);
      const rounds = Math.ceil(300 / seconds(clips));
      const whole = await listen(Array.from({ length: rounds }, () => clips).flat(), 2);
      expect(whole.words).toEqual(Array.from({ length: rounds }, () => alone).flat());
      expect(whole.maxOpenWords).toBeLessThan(20);
    },
    180_000,
  );

  longTest(
    "costs the same per second however long it is and however it is cut",
    async () => {
      for (const pieceSeconds of [0.28, 2]) {
        for (const parts of [clips, [...clips, ...clips, ...clips]]) {
          // Every step of the audio is fed once, and the silence behind it that the last words wait for.
          const { steps } = await listen(parts, pieceSeconds);
          expect(steps * STEP_SECONDS).toBeLessThan(seconds(parts) + 0.5);
          expect(steps * STEP_SECONDS).toBeGreaterThanOrEqual(seconds(parts));
        }
      }
    },
    180_000,
  );

  longTest(
    "settles speech that never pauses",
    async () => {
      const [clip] = clips;
      const speech = clip!.subarray(RATE, clip!.length - RATE);
      const endless = Array.from({ length: 20 }, () => speech);
      const { words, maxOpenWords } = await listen(endless, 2);
      expect(words.length).toBeGreaterThan(100);
      expect(maxOpenWords).toBeLessThan(30);
    },
    180_000,
  );
});
