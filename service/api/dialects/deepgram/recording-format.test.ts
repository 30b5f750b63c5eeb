import { expect, test } from "vitest";
import { ListenQuery } from "../../../contract/dialects/deepgram.ts";
import { readTexts } from "../../../contract/read.ts";
import type { Recording } from "../../../engine/audio/decoding/open-audio.ts";
import { withContainer } from "./recording-format.ts";

const recordingOf = (...pieces: readonly string[]): Recording => ({
  bytes: pieces.join("").length,
  async *read() {
    for (const piece of pieces) yield Buffer.from(piece, "latin1");
  },
});

const queryOf = (query: Readonly<Record<string, string>>) =>
  readTexts(ListenQuery, new Map(Object.entries(query).map(([name, value]) => [name, [value]])));

async function bytesOf(recording: Recording): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of recording.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each([
  [{}, ["samples"]],
  [{ encoding: "flac" }, ["samples"]],
  [{ encoding: "linear16", sample_rate: "8000" }, ["RIFF....WAVEfmt "]],
  // A WAV file needs no sample rate.
  [{ encoding: "linear16" }, ["RIFF....WAVEfmt "]],
])("with %o a recording that says what it is stays as it is", async (query, pieces) => {
  const recording = recordingOf(...pieces);
  expect(await withContainer(recording, queryOf(query))).toBe(recording);
});

test.each([
  ["linear16", 1, 16],
  ["linear32", 3, 32],
  ["mulaw", 7, 8],
  ["alaw", 6, 8],
])("samples of %s become a WAV file of the format %s with %s bits", async (encoding, tag, bits) => {
  const query = queryOf({ encoding, sample_rate: "16000", channels: "2" });
  const recording = await withContainer(recordingOf("sam", "ples!"), query);
  const bytes = await bytesOf(recording);
  expect(bytes).toHaveLength(recording.bytes);
  expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
  const format = bytes.indexOf("fmt ") + 8;
  expect(bytes.readUInt16LE(format)).toBe(tag);
  expect(bytes.readUInt16LE(format + 2)).toBe(2);
  expect(bytes.readUInt32LE(format + 4)).toBe(16_000);
  expect(bytes.readUInt16LE(format + 14)).toBe(bits);
  expect(bytes.toString("latin1").endsWith("samples!")).toBe(true);
});

test("a recording without samples stays empty", async () => {
  const query = queryOf({ encoding: "linear16", sample_rate: "16000" });
  expect((await withContainer(recordingOf(), query)).bytes).toBe(0);
});

test.each([["samples"], ["RIFF"], []])(
  "samples %j without a sample rate are refused",
  async (...pieces) => {
    await expect(
      withContainer(recordingOf(...pieces), queryOf({ encoding: "mulaw" })),
    ).rejects.toMatchObject({
      code: "invalid_request",
      param: "sample_rate",
      message: "sample_rate is missing; encoding mulaw needs it.",
    });
  },
);
