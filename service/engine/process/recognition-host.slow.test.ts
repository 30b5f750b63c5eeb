import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { openWav } from "../audio/wav-reader.ts";
import { load } from "../kinds/ctc-transcriber.ts";
import { readManifest } from "../model/manifest.ts";
import type { Transcriber } from "../model/model.ts";
import type { Progress } from "./protocol.ts";
import { RecognitionHost } from "./recognition-host.ts";
import { toWire } from "./audio-pipe.ts";

const folder = fileURLToPath(new URL("../../small-models/transcribe-1", import.meta.url));
const clip = fileURLToPath(new URL("../../../fixtures/audio/clip", import.meta.url));
const TIMEOUT_MS = 60_000;

let transcriber: Transcriber;
let wire: Int16Array;
let text: string;

beforeAll(async () => {
  transcriber = await load(folder, await readManifest(folder));
  const samples: number[] = [];
  for await (const piece of (await openWav(`${clip}.wav`)).samples) samples.push(...piece);
  wire = toWire(Float32Array.from(samples), new Int16Array(samples.length));
  text = (await readFile(`${clip}.txt`, "utf8")).trim().toLocaleLowerCase("tr");
}, TIMEOUT_MS);

/** Reports of each of the recognitions, all of the clip, fed in pieces by turns until each has finished. */
async function reportsOf(
  recognitions: readonly { readonly id: number; readonly reportSeconds: number }[],
  pieceLength: number,
): Promise<Map<number, Progress[]>> {
  const reports = new Map<number, Progress[]>(recognitions.map(({ id }) => [id, []]));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const host = new RecognitionHost(transcriber, (message) => {
    if (message.type !== "progress") return reject(new Error(message.type));
    reports.get(message.id)!.push(message.progress);
    if ([...reports.values()].every((heard) => heard.at(-1)?.finished)) resolve();
  });
  for (const recognition of recognitions) host.open({ ...recognition, options: { preferred: [] } });
  for (let at = 0; at < wire.length; at += pieceLength) {
    for (const { id } of recognitions) host.accept(id, wire.slice(at, at + pieceLength));
  }
  for (const { id } of recognitions) host.end(id);
  await promise;
  return reports;
}

function textOf(reports: readonly Progress[]): string {
  const words = reports.flatMap(({ settled }) => settled.map((word) => word.text));
  return words.join(" ");
}

describe("RecognitionHost", { timeout: TIMEOUT_MS }, () => {
  it.each([1600, 50_000])("hears a file and two live streams, in pieces of %i", async (length) => {
    const heard = await reportsOf(
      [
        { id: 1, reportSeconds: 10 },
        { id: 2, reportSeconds: 0.28 },
        { id: 3, reportSeconds: 0.28 },
      ],
      length,
    );
    for (const reports of heard.values()) {
      expect(textOf(reports)).toBe(text.replaceAll(/[.,?!]/g, ""));
      expect(reports.filter(({ finished }) => finished)).toHaveLength(1);
    }
  });

  it("reports of a live stream that is behind as often, with the same words", async () => {
    const length = wire.length;
    const reports = (await reportsOf([{ id: 1, reportSeconds: 0.28 }], length)).get(1)!;
    const ends = reports.map(({ decodedSeconds }) => decodedSeconds);
    const steps = ends.map((end, index) => end - (ends[index - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.3);
    const inTime = (await reportsOf([{ id: 1, reportSeconds: 0.28 }], 1600)).get(1)!;
    const wordsOf = (heard: readonly Progress[]) => heard.flatMap(({ settled }) => settled);
    expect(wordsOf(reports)).toEqual(wordsOf(inTime));
  });

  it("closes a recognition that was dropped, failed or has finished, and only then", async () => {
    const closed: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const opened = ["dropped", "failing", "finishing"];
    const host = new RecognitionHost(
      {
        task: "transcription",
        sampleRate: 16_000,
        partials: "steady",
        open: () => {
          const name = opened.shift()!;
          return {
            accept: () => undefined,
            end: () => undefined,
            words: [],
            settledWords: 0,
            nextWordFrom: 0,
            decodedSeconds: name === "failing" ? NaN : 0,
            close: () => closed.push(name),
          };
        },
        advance: async (shares) => {
          const fails = shares.some(({ recognition }) => Number.isNaN(recognition.decodedSeconds));
          if (fails) throw new Error("it fails");
        },
      },
      (message) => {
        if (message.type === "failed") {
          host.end(3);
        } else if (message.type === "progress" && message.progress.finished) resolve();
      },
    );
    for (const id of [1, 2, 3]) host.open({ id, options: { preferred: [] }, reportSeconds: 1 });
    expect(closed).toEqual([]);
    host.drop(1);
    expect(closed).toEqual(["dropped"]);
    host.end(2);
    await promise;
    host.drop(3);
    expect(closed).toEqual(["dropped", "failing", "finishing"]);
  });

  it("reports of a file by the batch, of a live stream as often as was asked for", async () => {
    const seconds = wire.length / transcriber.sampleRate;
    const [[file = []], [live = []]] = (await Promise.all(
      [10, 0.28].map(async (reportSeconds) => {
        return [...(await reportsOf([{ id: 1, reportSeconds }], 1600)).values()];
      }),
    )) as [Progress[][], Progress[][]];
    expect(file).toHaveLength(Math.ceil(seconds / 10));
    expect(live.length).toBeGreaterThanOrEqual(seconds / 0.28);
  });
});
