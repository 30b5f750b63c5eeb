import { describe, expect, test } from "vitest";
import { CONTAINERS, containerOf } from "./containers.ts";

const named = (bytes: Uint8Array) => containerOf(bytes)?.name;
const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Zeros with some bytes at some places. */
function bytesWith(parts: Readonly<Record<number, readonly number[]>>, length = 4096): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const [at, part] of Object.entries(parts)) bytes.set(part, Number(at));
  return bytes;
}

test.each([
  ["RIFF....WAVE", "WAV"],
  ["RIFX....WAVE", "WAV"],
  ["RF64....WAVE", "WAV"],
  ["BW64....WAVE", "WAV"],
  ["RIFF....AVI ", "AVI"],
  ["RIFF....WEBP", undefined],
  ["....ftyp", "MP4, M4A or 3GP"],
  ["....moov", "MP4, M4A or 3GP"],
  ["....free", undefined],
  ["\u001aE\u00df\u00a3", "WebM or Matroska"],
  ["OggS", "Ogg"],
  ["fLaC", "FLAC"],
  ["FORM....AIFF", "AIFF"],
  ["FORM....AIFC", "AIFF"],
  ["FORM....AIFX", undefined],
  ["caff\u0000\u0001", "CAF"],
  ["caff\u0000\u0002", undefined],
  [".snd", "AU"],
  ["ID3\u0004\u0000", "MP3"],
  ["ID3\u00ff\u0000", undefined],
  ["ID3\u0004\u00ff", undefined],
  ["ID3", undefined],
  ["\u0000\u0000\u0001\u00ba\u0021", "MPEG"],
  ["\u0000\u0000\u0001\u00ba\u0044", "MPEG"],
  ["\u0000\u0000\u0001\u00ba\u0084", undefined],
  ["\u0000\u0000\u0001\u00ba\u0031", undefined],
  ["", undefined],
])("a file that begins with %j is %s", (beginning, name) => {
  expect(named(latin1(beginning))).toBe(name);
});

test("a transport stream has a mark every 188 bytes", () => {
  expect(named(bytesWith({ 0: [0x47], 188: [0x47], 376: [0x47] }))).toBe("MPEG-TS");
  expect(named(bytesWith({ 0: [0x47], 188: [0x47] }))).toBeUndefined();
});

describe("MP3 is two frames, of which the first says where the second is", () => {
  test.each([
    // 144,000 · kbit/s ÷ Hz of MPEG-1, 72,000 · kbit/s ÷ Hz of MPEG-2 and 2.5.
    ["MPEG-1, 128 kbit/s, 44,100 Hz", [0xff, 0xfb, 0x90], 417],
    ["the same, with padding", [0xff, 0xfb, 0x92], 418],
    ["MPEG-1, 320 kbit/s, 32,000 Hz", [0xff, 0xfb, 0xe8], 1440],
    ["MPEG-1, 32 kbit/s, 48,000 Hz", [0xff, 0xfb, 0x14], 96],
    ["MPEG-2, 64 kbit/s, 22,050 Hz", [0xff, 0xf3, 0x80], 208],
    ["MPEG-2.5, 8 kbit/s, 8,000 Hz", [0xff, 0xe3, 0x18], 72],
  ])("%s", (_, frame, length) => {
    expect(named(bytesWith({ 0: frame, [length]: frame }))).toBe("MP3");
    expect(named(bytesWith({ 0: frame, [length + 1]: frame }))).toBeUndefined();
    expect(named(bytesWith({ 0: frame, [length - 1]: frame }))).toBeUndefined();
  });

  test.each([
    ["free bit rate", [0xff, 0xfb, 0x00]],
    ["no bit rate", [0xff, 0xfb, 0xf0]],
    ["no sample rate", [0xff, 0xfb, 0x9c]],
    ["a version that there is not", [0xff, 0xeb, 0x90]],
    ["layer II", [0xff, 0xfd, 0x90]],
    ["no mark", [0xfe, 0xfb, 0x90]],
    ["half a mark", [0xff, 0xdb, 0x90]],
  ])("and not where one has %s", (_, frame) => {
    const lengths = Array.from({ length: 2000 }, (__, at) => [at * 3, frame] as const);
    expect(named(bytesWith(Object.fromEntries(lengths), 6000))).not.toBe("MP3");
  });
});

describe("AAC is two frames, of which the first says its length", () => {
  const adts = (length: number, kind = 0xf1) => [
    0xff,
    kind,
    0x50,
    0x80 | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ];

  test.each([8, 371, 2049])("of %s bytes", (length) => {
    expect(named(bytesWith({ 0: adts(length), [length]: adts(length) }))).toBe("AAC");
    expect(named(bytesWith({ 0: adts(length, 0xf9), [length]: adts(length) }))).toBe("AAC");
    expect(named(bytesWith({ 0: adts(length), [length + 7]: adts(length) }))).toBeUndefined();
  });

  test("which is more than its head", () => {
    expect(named(bytesWith({ 0: adts(7), 7: adts(7) }))).toBeUndefined();
  });
});

describe("AC-3 is two frames, of which the first says its rates", () => {
  // 4 bytes per kbit/s at 48 kHz, 6 at 32 kHz, and one word more or less at 44.1 kHz.
  test.each([
    ["192 kbit/s at 48 kHz", 0x14, 768],
    ["192 kbit/s at 32 kHz", 0x94, 1152],
    ["192 kbit/s at 44.1 kHz", 0x54, 834],
    ["the same and one word", 0x55, 836],
    ["32 kbit/s at 48 kHz", 0x00, 128],
    ["640 kbit/s at 48 kHz", 0x24, 2560],
  ])("%s", (_, rates, length) => {
    const frame = [0x0b, 0x77, 0, 0, rates];
    expect(named(bytesWith({ 0: frame, [length]: frame }))).toBe("AC-3");
    expect(named(bytesWith({ 0: frame, [length + 4]: frame }))).toBeUndefined();
  });

  test.each([0x26, 0xd4, 0xff])("and not with rates of %s, which there are not", (rates) => {
    const frame = [0x0b, 0x77, 0, 0, rates];
    const all = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [at * 8, frame]));
    expect(named(bytesWith(all))).toBeUndefined();
  });
});

test("each format has a name and a demuxer of its own", () => {
  expect(new Set(CONTAINERS.map(({ name }) => name)).size).toBe(CONTAINERS.length);
  const demuxers = CONTAINERS.flatMap(({ demuxers: own }) => own);
  expect(new Set(demuxers).size).toBe(demuxers.length);
});
