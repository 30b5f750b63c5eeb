import { describe, expect, test } from "vitest";
import { framesOf, readWavHeader, WavError } from "./wav-header.ts";

interface Format {
  readonly code?: number;
  readonly channels?: number;
  readonly sampleRateHz?: number;
  readonly bits?: number;
}

const chunk = (name: string, content: Buffer, declaredBytes = content.length): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(declaredBytes);
  return Buffer.concat([Buffer.from(name), length, content]);
};

function format({ code = 1, channels = 1, sampleRateHz = 16_000, bits = 16 }: Format = {}): Buffer {
  const content = Buffer.alloc(16);
  content.writeUInt16LE(code, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(sampleRateHz, 4);
  content.writeUInt16LE(bits, 14);
  return chunk("fmt ", content);
}

const riff = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), ...chunks]);
const data = (bytes: number, declaredBytes?: number): Buffer =>
  chunk("data", Buffer.alloc(bytes), declaredBytes);

const mono = { channels: 1, sampleRateHz: 16_000 };

test.each([
  ["a plain file", riff(format(), data(10)), undefined, { ...mono, from: 44, until: 54 }],
  [
    "two channels, in the extensible format",
    riff(format({ code: 0xfffe, channels: 2, sampleRateHz: 8_000 }), data(8)),
    undefined,
    { channels: 2, sampleRateHz: 8_000, from: 44, until: 52 },
  ],
  [
    "other chunks, each on an even byte",
    riff(chunk("LIST", Buffer.alloc(4), 3), format(), chunk("junk", Buffer.alloc(2)), data(2)),
    undefined,
    { ...mono, from: 66, until: 68 },
  ],
  [
    "more bytes declared than there are",
    riff(format(), data(10, 0xffff_ffff)),
    undefined,
    { ...mono, from: 44, until: 54 },
  ],
  [
    "only its beginning at hand",
    riff(format(), data(0, 1_000)),
    100_000,
    { ...mono, from: 44, until: 1_044 },
  ],
  [
    "trailing bytes",
    riff(format(), data(4), chunk("LIST", Buffer.alloc(4))),
    undefined,
    { ...mono, from: 44, until: 48 },
  ],
])("a file with %s is read", (_name, file, wholeBytes, header) => {
  expect(readWavHeader(file, wholeBytes)).toEqual(header);
  const inside = Buffer.concat([Buffer.alloc(3), file]).subarray(3);
  expect(readWavHeader(inside, wholeBytes)).toEqual(header);
});

describe("a file that is refused", () => {
  test.each([
    ["no RIFF WAVE header", Buffer.from("RIFF\0\0\0\0WAV")],
    ["no RIFF WAVE header", Buffer.from("RIFX\0\0\0\0WAVE")],
    ["no RIFF WAVE header", Buffer.from("RIFF\0\0\0\0AVI ")],
    ["no data chunk", riff()],
    ["no data chunk", riff(format())],
    ["no data chunk", riff(format(), data(0).subarray(0, 7))],
    ["data before its format", riff(data(2), format())],
    ["format cut short", riff(format().subarray(0, 23))],
    ["format 3 with 16 bits, 1 channels, 16000 Hz", riff(format({ code: 3 }), data(2))],
    ["format 1 with 8 bits, 1 channels, 16000 Hz", riff(format({ bits: 8 }), data(2))],
    ["format 1 with 16 bits, 0 channels, 16000 Hz", riff(format({ channels: 0 }), data(2))],
    ["format 1 with 16 bits, 1 channels, 0 Hz", riff(format({ sampleRateHz: 0 }), data(2))],
  ])("has %s", (message, file) => {
    expect(() => readWavHeader(file)).toThrow(new WavError(message));
  });
});

test("frames are whole samples of all channels", () => {
  const of = (channels: number, bytes: number) =>
    framesOf({ sampleRateHz: 1, channels, from: 44, until: 44 + bytes });
  expect([of(1, 10), of(2, 10), of(2, 12), of(1, 1), of(1, -4)]).toEqual([5, 2, 3, 0, 0]);
});
