import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Trace } from "../check/trace.ts";
import { clipToSend, nameOf, readClip } from "./clip.ts";

/** A WAV file of 16-bit samples at 8 kHz. */
function wavOf(samples: number): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(44 + 2 * samples);
  file.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [34, 16],
  ] as const) {
    file.writeUInt16LE(value, at);
  }
  file.writeUInt32LE(16, 16);
  file.writeUInt32LE(8_000, 24);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(2 * samples, 40);
  return new Uint8Array(file);
}

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "speech-clip-"));
  await writeFile(path.join(directory, "a.wav"), wavOf(8_000));
  await writeFile(path.join(directory, "b.x.wav"), wavOf(4_000));
  await writeFile(path.join(directory, "text.txt"), " bir iki\n");
});
afterAll(() => rm(directory, { recursive: true }));

const filesOf = (name: string) => ({
  clip: path.join(directory, name),
  text: path.join(directory, "text.txt"),
});
const clips = () => [{ ...filesOf("a.wav"), max_word_error_ratio: 0.25 }, filesOf("b.x.wav")];

test("clips take turns, each with its own limits", async () => {
  const found = await Promise.all([0, 1, 2].map((turn) => readClip(clips(), turn)));
  expect(found.map(({ name }) => name)).toEqual(["a", "b.x", "a"]);
  expect(found.map(({ durationSeconds }) => durationSeconds)).toEqual([1, 0.5, 1]);
  expect(found.map(({ limits }) => limits)).toEqual([
    { max_word_error_ratio: 0.25 },
    {},
    { max_word_error_ratio: 0.25 },
  ]);
  expect(found[0]).toMatchObject({ text: "bir iki", sampleRateHz: 8_000 });
  await expect(readClip([], 0)).rejects.toThrow("a check that sends a recording has none");
  expect(nameOf({ clip: "/x/one.two.wav" })).toBe("one.two");
});

test("the clip that is sent is noted in the trace", async () => {
  const trace = new Trace("s");
  const sent = await clipToSend({ clips: clips() }, { turn: 1, trace });
  expect(trace.input).toEqual({ text: "bir iki", audio: sent.file, clip: "b.x" });
  expect(sent.file).toHaveLength(44 + 8_000);
});

test.each([
  ["a", { max_word_error_ratio: 0.25 }],
  ["gone", {}],
  [undefined, {}],
])("a recording that is sent again, of the clip %s, has its limits %j", async (clip, limits) => {
  const trace = new Trace("s");
  const audio = wavOf(800);
  const replayed = { text: "üç", audio, clip };
  const sent = await clipToSend({ clips: clips() }, { turn: 1, trace, replayed });
  expect(sent).toMatchObject({ text: "üç", name: clip, limits, durationSeconds: 0.1 });
  expect(sent.limits).toEqual(limits);
  expect(trace.input).toEqual({ text: "üç", audio, clip });
});

test("a run without a recording is repeated with the clip of its turn", async () => {
  const replayed = { text: "üç" };
  const sent = await clipToSend({ clips: clips() }, { turn: 0, trace: new Trace("s"), replayed });
  expect(sent).toMatchObject({ text: "bir iki", name: "a" });
});
