import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { StreamStart } from "./stream-start.ts";
import { wavHeader } from "./wav-writer.ts";

const DECLARED = { encoding: "s16le", sampleRate: 16_000, channels: 1 } as const;
const folder = path.resolve(import.meta.dirname, "../../../fixtures/audio");

/** Gives a stream's bytes in frames of so many. */
function take(
  bytes: Uint8Array,
  declared: ConstructorParameters<typeof StreamStart>[0] = DECLARED,
  frame = 640,
) {
  const start = new StreamStart(declared);
  for (let at = 0; at < bytes.length; at += frame) start.check(bytes.subarray(at, at + frame));
}

function latin1(text: string): Buffer {
  return Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(2000, 7)]);
}

/** Frames of nothing, each behind its head. */
function frames(head: readonly number[], length: number): Buffer {
  const frame = Buffer.alloc(length);
  frame.set(head);
  return Buffer.concat([frame, frame, frame]);
}

describe("a stream is refused that is", () => {
  test.each([
    ["WebM", "clip.webm"],
    ["Ogg", "clip.ogg"],
    ["M4A", "clip.m4a"],
  ])("%s", async (name, file) => {
    const bytes = await readFile(path.join(folder, file));
    for (const frame of [1, 640, 65_536]) {
      expect(() => take(bytes.subarray(0, 8192), DECLARED, frame)).toThrow(name);
    }
  });

  test.each([
    ["MP3", latin1("ID3\u0004\u0000\u0000\u0000\u0000\u0000\u000a")],
    ["MP3", frames([0xff, 0xfb, 0x90, 0x64], 417)],
    ["MP3", frames([0xff, 0xf3, 0x64, 0xc4], 144)],
    ["AAC", frames([0xff, 0xf1, 0x50, 0x80, 0x20, 0x1f, 0xfc], 256)],
    ["AC-3", frames([0x0b, 0x77, 0, 0, 0x08], 256)],
    ["FLAC", latin1("fLaC")],
    ["AIFF", latin1("FORM....AIFF")],
    ["CAF", latin1("caff\u0000\u0001")],
    ["AU", latin1(".snd")],
    ["AMR", latin1("#!AMR\n")],
    ["AMR", latin1("#!AMR-WB\n")],
    ["AVI", latin1("RIFF....AVI LIST")],
    ["MPEG-TS", frames([0x47], 188)],
    ["FLV", latin1("FLV\u0001")],
  ])("%s", (name, bytes) => {
    expect(() => take(bytes)).toThrow(name);
  });

  test.each([
    ["base64", Buffer.from(Buffer.alloc(3000, "samples").toString("base64"))],
    ["JSON", Buffer.from(JSON.stringify({ audio: Buffer.alloc(3000, 3).toString("base64") }))],
    [
      "a page",
      Buffer.from("<!doctype html>\n<html><body>502 Bad Gateway</body></html>\n".repeat(20)),
    ],
  ])("text: %s", (_name, bytes) => {
    for (const encoding of ["s16le", "mulaw", "alaw"] as const) {
      for (const frame of [1, 640, 65_536]) {
        expect(() => take(bytes, { ...DECLARED, encoding }, frame)).toThrow("the stream is text");
      }
    }
  });

  test("a WAV file of other samples than it was opened for", () => {
    const wav = Buffer.concat([wavHeader(44_100), Buffer.alloc(4000)]);
    expect(() => take(wav)).toThrow(/44100 Hz .* 16000 Hz/);
  });

  test("floats whose full scale is that of integers", () => {
    const floats = Float32Array.from({ length: 4000 }, (_, at) => 9000 * Math.sin(at / 9));
    const declared = { ...DECLARED, encoding: "f32le" } as const;
    expect(() => take(new Uint8Array(floats.buffer), declared)).toThrow("between -1 and 1");
  });
});

describe("a stream is taken that is", () => {
  test("a WAV file of what it was opened for", async () => {
    const wav = await readFile(path.join(folder, "clip.wav"));
    expect(() => take(wav)).not.toThrow();
  });

  test.each([
    ["silence", () => 0],
    ["one value that is a letter's", () => 0x5555],
    ["a tone", (at: number) => 20_000 * Math.sin(at / 7)],
    ["noise", (at: number) => ((at * 7919) % 65_536) - 32_768],
    ["full scale", (at: number) => (at % 2 === 0 ? -1 : -5)],
  ])("%s", (_case, level) => {
    const samples = Int16Array.from({ length: 8000 }, (_, at) => level(at));
    expect(() => take(new Uint8Array(samples.buffer))).not.toThrow();
  });
});
