import { describe, expect, it } from "vitest";
import { AudioError } from "./audio-error.ts";
import { openWav } from "./wav-reader.ts";
import { toS16le, wavHeader } from "./wav-writer.ts";

interface Chunk {
  readonly id: string;
  readonly body: Uint8Array;
  /** The size the header claims, where it is not the true one. */
  readonly claimed?: number;
}

function bytesOf(write: (view: DataView) => void, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer));
  return bytes;
}

function formatChunk(
  tag: number,
  bits: number,
  { channels = 1, rate = 16_000, extensible = false } = {},
): Chunk {
  const block = channels * Math.ceil(bits / 8);
  const body = bytesOf(
    (view) => {
      view.setUint16(0, extensible ? 0xfffe : tag, true);
      view.setUint16(2, channels, true);
      view.setUint32(4, rate, true);
      view.setUint32(8, rate * block, true);
      view.setUint16(12, block, true);
      view.setUint16(14, bits, true);
      if (extensible) view.setUint16(24, tag, true);
    },
    extensible ? 40 : 16,
  );
  return { id: "fmt ", body };
}

function wav(chunks: readonly Chunk[], { riff = "RIFF", riffSize = 0 } = {}): Uint8Array {
  const parts = chunks.flatMap(({ id, body, claimed }) => [
    new TextEncoder().encode(id),
    bytesOf((view) => view.setUint32(0, claimed ?? body.length, true), 4),
    body,
    new Uint8Array(body.length % 2),
  ]);
  const start = new TextEncoder().encode(riff);
  const size = bytesOf((view) => view.setUint32(0, riffSize, true), 4);
  return new Uint8Array(Buffer.concat([start, size, new TextEncoder().encode("WAVE"), ...parts]));
}

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function samplesOf(bytes: Uint8Array, pieceLength = 7): Promise<number[]> {
  const { samples } = await openWav(() => inPieces(bytes, pieceLength));
  const heard: number[] = [];
  for await (const piece of samples) heard.push(...piece);
  return heard;
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const error = await samplesOf(bytes).catch((reason: unknown) => reason);
  return error instanceof AudioError ? error.code : `no AudioError: ${String(error)}`;
}

const LEVELS = [0, 0.5, -0.5, 0.999, -1];

const DATA_OF: Record<
  string,
  { tag: number; bits: number; write: (view: DataView, at: number, level: number) => void }
> = {
  u8: {
    tag: 1,
    bits: 8,
    write: (view, at, level) => view.setUint8(at, Math.round(level * 127) + 128),
  },
  s16: {
    tag: 1,
    bits: 16,
    write: (view, at, level) => view.setInt16(2 * at, Math.round(level * 32_767), true),
  },
  s24: {
    tag: 1,
    bits: 24,
    write: (view, at, level) => {
      const value = Math.round(level * 8_388_607);
      view.setUint16(3 * at, value & 0xffff, true);
      view.setInt8(3 * at + 2, value >> 16);
    },
  },
  s32: {
    tag: 1,
    bits: 32,
    write: (view, at, level) => view.setInt32(4 * at, Math.round(level * 2_147_483_647), true),
  },
  f32: { tag: 3, bits: 32, write: (view, at, level) => view.setFloat32(4 * at, level, true) },
  f64: { tag: 3, bits: 64, write: (view, at, level) => view.setFloat64(8 * at, level, true) },
};

function dataChunk(name: string, levels: readonly number[]): Chunk {
  const { bits, write } = DATA_OF[name]!;
  const body = bytesOf(
    (view) => levels.forEach((level, at) => write(view, at, level)),
    (levels.length * bits) / 8,
  );
  return { id: "data", body };
}

describe("openWav", () => {
  it.each(Object.keys(DATA_OF))("reads %s samples, plain and extensible", async (name) => {
    const { tag, bits } = DATA_OF[name]!;
    for (const extensible of [false, true]) {
      const heard = await samplesOf(
        wav([formatChunk(tag, bits, { extensible }), dataChunk(name, LEVELS)]),
      );
      expect(heard.length).toBe(LEVELS.length);
      heard.forEach((level, at) => expect(level).toBeCloseTo(LEVELS[at]!, name === "u8" ? 1 : 3));
    }
  });

  it("reads A-law and mu-law by the levels of G.711", async () => {
    const alaw = { id: "data", body: Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a) };
    expect(await samplesOf(wav([formatChunk(6, 8), alaw]))).toEqual(
      [8, -8, 32_256, -32_256].map((level) => level / 32_768),
    );
    const mulaw = { id: "data", body: Uint8Array.of(0xff, 0x7f, 0x80, 0x00) };
    expect(await samplesOf(wav([formatChunk(7, 8), mulaw]))).toEqual([
      0,
      0,
      32_124 / 32_768,
      -32_124 / 32_768,
    ]);
  });

  it("mixes channels down and says how many there were", async () => {
    const bytes = wav([
      formatChunk(3, 32, { channels: 2, rate: 44_100 }),
      dataChunk("f32", [1, 0, 0.25, 0.75]),
    ]);
    const audio = await openWav(() => inPieces(bytes, 1000));
    expect([audio.sampleRate, audio.channels]).toEqual([44_100, 2]);
    expect(await samplesOf(bytes)).toEqual([0.5, 0.5]);
  });

  it("gives what is mono in 16 bits as it is written, however it is cut", async () => {
    const bytes = wav([formatChunk(1, 16), dataChunk("s16", LEVELS)]);
    for (const pieceLength of [1, 7, 1000]) {
      const { int16Samples } = await openWav(() => inPieces(bytes, pieceLength));
      const heard: number[] = [];
      for await (const piece of int16Samples ?? []) heard.push(...piece);
      expect(heard.map((level) => level / 32_768)).toEqual(await samplesOf(bytes));
    }
  });

  it.each([
    ["two channels", wav([formatChunk(1, 16, { channels: 2 }), dataChunk("s16", [0, 0])])],
    ["floats", wav([formatChunk(3, 32), dataChunk("f32", [0])])],
  ])("has no 16-bit samples of %s", async (_case, bytes) => {
    expect((await openWav(() => inPieces(bytes, 1000))).int16Samples).toBeUndefined();
  });

  it("steps over chunks of odd length and stops where the samples do", async () => {
    const odd = { id: "LIST", body: Uint8Array.of(1, 2, 3) };
    const bytes = wav([odd, formatChunk(1, 16), odd, dataChunk("s16", LEVELS), odd]);
    for (const pieceLength of [1, 5, 1000]) {
      expect((await samplesOf(bytes, pieceLength)).length).toBe(LEVELS.length);
    }
  });

  it.each([
    ["the data size is 0xFFFFFFFF", 0xffffffff, 0xffffffff],
    ["both sizes are 0, as when a program writes to a pipe", 0, 0],
    ["the data size is more than there is", 1_000_000, 1_000_000],
  ])("reads to the end of the file where %s", async (_case, claimed, riffSize) => {
    const data = { ...dataChunk("s16", LEVELS), claimed };
    expect((await samplesOf(wav([formatChunk(1, 16), data], { riffSize }))).length).toBe(
      LEVELS.length,
    );
  });

  it("reads samples in several chunks, and of files that were joined", async () => {
    const half = dataChunk("s16", LEVELS);
    const other: Chunk = { id: "LIST", body: Uint8Array.of(1, 2, 3, 4) };
    const file = wav([formatChunk(1, 16), half, other]);
    const joined = new Uint8Array(Buffer.concat([file, file]));
    for (const pieceLength of [1, 5, 1000]) {
      for (const bytes of [wav([formatChunk(1, 16), half, other, half]), joined]) {
        expect((await samplesOf(bytes, pieceLength)).length).toBe(2 * LEVELS.length);
      }
    }
    const louder = wav([formatChunk(1, 16, { rate: 48_000 }), half]);
    const mixed = samplesOf(new Uint8Array(Buffer.concat([file, louder])));
    await expect(mixed).rejects.toMatchObject({
      code: "undecodable_audio",
      message: expect.stringContaining("several formats"),
    });
  });

  it("takes chunks of odd length without padding", async () => {
    const chunks = [formatChunk(1, 16), { id: "note", body: Uint8Array.of(1, 2, 3) }];
    const padded = wav([...chunks, dataChunk("s16", LEVELS)]);
    const at = Buffer.from(padded).indexOf("data");
    const bytes = new Uint8Array([...padded.subarray(0, at - 1), ...padded.subarray(at)]);
    for (const pieceLength of [1, 5, 1000]) {
      expect((await samplesOf(bytes, pieceLength)).length).toBe(LEVELS.length);
    }
  });

  it.each(["s16", "s24", "f32", "u8"])("reads big-endian %s", async (name) => {
    const { tag, bits } = DATA_OF[name]!;
    const width = bits / 8;
    const little = wav([formatChunk(tag, bits), dataChunk(name, LEVELS)]);
    const bytes = Buffer.from(little);
    bytes.write("RIFX");
    const swap = (from: number, count: number) => bytes.subarray(from, from + count).reverse();
    for (const long of [4, 16, 24, 28, 40]) swap(long, 4);
    for (const short of [20, 22, 32, 34]) swap(short, 2);
    for (let at = 44; at < 44 + LEVELS.length * width; at += width) swap(at, width);
    for (const pieceLength of [1, 5, 1000]) {
      expect(await samplesOf(new Uint8Array(bytes), pieceLength)).toEqual(await samplesOf(little));
    }
  });

  it("refuses a file of chunks without end", async () => {
    const empty: Chunk = { id: "JUNK", body: new Uint8Array(0) };
    const [few, many] = [900, 1001].map((count) => Array.from({ length: count }, () => empty));
    const samples: Chunk = { id: "data", body: new Uint8Array([0, 64]) };
    expect(await samplesOf(wav([...few!, formatChunk(1, 16), samples]), 4096)).toEqual([0.5]);
    for (const chunks of [
      [...many!, formatChunk(1, 16), samples],
      [formatChunk(1, 16), ...many!, samples],
    ]) {
      await expect(samplesOf(wav(chunks), 4096)).rejects.toMatchObject({
        code: "undecodable_audio",
        message: expect.stringContaining("more than 1000 chunks"),
      });
    }
  });

  it("reads what the writer wrote, with and without a known length", async () => {
    for (const known of [LEVELS.length, undefined]) {
      const bytes = Buffer.concat([wavHeader(24_000, known), toS16le(Float32Array.from(LEVELS))]);
      const heard = await samplesOf(new Uint8Array(bytes));
      heard.forEach((level, at) => expect(level).toBeCloseTo(LEVELS[at]!, 3));
      expect(heard.length).toBe(LEVELS.length);
    }
  });

  it("tells empty audio from what is not audio", async () => {
    expect(await codeOf(new Uint8Array(0))).toBe("empty_audio");
    expect(await codeOf(wav([formatChunk(1, 16), dataChunk("s16", [])], { riffSize: 36 }))).toBe(
      "empty_audio",
    );
    expect(await codeOf(new TextEncoder().encode("this is a text and no sound at all"))).toBe(
      "undecodable_audio",
    );
    expect(await codeOf(wav([formatChunk(1, 16)]))).toBe("undecodable_audio");
    expect(await codeOf(wav([dataChunk("s16", LEVELS)]))).toBe("undecodable_audio");
    expect(await codeOf(wav([formatChunk(2, 4), dataChunk("s16", LEVELS)]))).toBe(
      "undecodable_audio",
    );
    expect(await codeOf(wav([formatChunk(1, 16, { rate: 100 }), dataChunk("s16", LEVELS)]))).toBe(
      "undecodable_audio",
    );
    expect(await codeOf(wav([formatChunk(3, 32), dataChunk("f32", [0, Number.NaN])]))).toBe(
      "undecodable_audio",
    );
  });

  it.each([
    ["behind the header that a recorder wrote first", 36, 0],
    ["behind the header that another one wrote first", 4088, 0],
    ["behind sizes of before", 36 + 4, 4],
  ])("reads all samples %s and never mended", async (_case, riffSize, claimed) => {
    const data = { ...dataChunk("s16", LEVELS), claimed };
    for (const pieceLength of [1, 5, 1000]) {
      const heard = await samplesOf(wav([formatChunk(1, 16), data], { riffSize }), pieceLength);
      expect(heard.length).toBe(LEVELS.length);
    }
  });

  it("finds nothing where an empty data chunk is followed by another chunk", async () => {
    const list: Chunk = { id: "LIST", body: new Uint8Array(400) };
    const bytes = wav([formatChunk(1, 16), dataChunk("s16", []), list], { riffSize: 444 });
    expect(await codeOf(bytes)).toBe("empty_audio");
  });

  it("reads samples that lie before their format", async () => {
    const chunks = [dataChunk("s16", LEVELS), formatChunk(1, 16)];
    expect((await samplesOf(wav(chunks))).length).toBe(LEVELS.length);
  });

  it.each(["RF64", "BW64"])("reads %s, with the size that its own chunk has", async (riff) => {
    const ds64 = bytesOf((view) => view.setBigUint64(8, BigInt(2 * LEVELS.length), true), 28);
    const data = { ...dataChunk("s16", LEVELS), claimed: 0xffffffff };
    const trailing: Chunk = { id: "LIST", body: new Uint8Array(100) };
    const chunks = [{ id: "ds64", body: ds64 }, formatChunk(1, 16), data, trailing];
    const bytes = wav(chunks, { riff, riffSize: 0xffffffff });
    expect((await samplesOf(bytes)).length).toBe(LEVELS.length);
  });

  it.each([
    ["of 1 byte", "s16", 1, 1],
    ["of one channel of two", "s16", 2, 2],
    ["of none", "s16", 1, 0],
    ["too large", "s16", 1, 4],
    ["of 1 byte for 24 bits", "s24", 1, 1],
  ])(
    "takes the size of a sample from its bits, with blocks %s",
    async (_case, name, channels, blockBytes) => {
      const { tag, bits } = DATA_OF[name]!;
      const { id, body } = formatChunk(tag, bits, { channels });
      new DataView(body.buffer).setUint16(12, blockBytes, true);
      const heard = await samplesOf(wav([{ id, body }, dataChunk(name, [0.5, 0.5, -0.5, -0.5])]));
      expect(heard.length).toBe(4 / channels);
      expect(heard[0]).toBeCloseTo(0.5, 3);
    },
  );

  it("finds 24 bits in 4 bytes by the blocks", async () => {
    const { id, body } = formatChunk(1, 24);
    new DataView(body.buffer).setUint16(12, 4, true);
    const heard = await samplesOf(wav([{ id, body }, dataChunk("s32", [0.5, -0.5])]));
    heard.forEach((level, at) => expect(level).toBeCloseTo([0.5, -0.5][at]!, 3));
  });

  it.each([
    ["of 16-bit integers", 32_768],
    ["of 24-bit integers", 8_388_608],
    ["of 32-bit integers", 2_147_483_648],
    ["that were divided twice", 1 / 32_768],
  ])("brings floats %s into [-1, 1]", async (_case, scale) => {
    const levels = LEVELS.map((level) => level * scale);
    const heard = await samplesOf(wav([formatChunk(3, 32), dataChunk("f32", levels)]));
    heard.forEach((level, at) => expect(level).toBeCloseTo(LEVELS[at]!, 3));
  });

  it("lets one sample far out of scale not make the others quiet", async () => {
    const levels = [...Array.from({ length: 2000 }, () => 0.5), 30_000];
    const heard = await samplesOf(wav([formatChunk(3, 32), dataChunk("f32", levels)]), 4096);
    expect([heard[0], heard.at(-1)]).toEqual([0.5, 1]);
  });

  it("hears two channels of opposite phase", async () => {
    const one = Array.from({ length: 16_000 }, (_, at) => 0.5 * Math.sin(at / 9));
    const levels = one.flatMap((level) => [level, -level]);
    const format = formatChunk(1, 16, { channels: 2 });
    const heard = await samplesOf(wav([format, dataChunk("s16", levels)]), 4096);
    expect(Math.max(...heard)).toBeGreaterThan(0.49);
  });

  it("clips what is louder than full scale", async () => {
    expect(await samplesOf(wav([formatChunk(3, 32), dataChunk("f32", [3, -3])]))).toEqual([1, -1]);
  });
});
