import { describe, expect, it } from "vitest";
import { AudioError } from "./audio-error.ts";
import { SampleDecoder } from "./sample-decoder.ts";

/** Samples of 16 bits, each a quarter, a half or the whole of full scale. */
function int16Bytes(...levels: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * levels.length));
  levels.forEach((level, at) => view.setInt16(2 * at, level * 32_768, true));
  return new Uint8Array(view.buffer);
}

describe("SampleDecoder", () => {
  it.each(["in an array", "in a Buffer"])("reads 16 bits from any address, %s", (where) => {
    const bytes = int16Bytes(0.5, -1, 0.25);
    for (const offset of [0, 1, 2, 3]) {
      const room = where === "in a Buffer" ? Buffer.alloc(16) : new Uint8Array(16);
      room.set(bytes, offset);
      const decoder = new SampleDecoder("s16le", 1);
      expect([...decoder.decode(room.subarray(offset, offset + 6))]).toEqual([0.5, -1, 0.25]);
    }
  });

  it("reads one channel where that is asked for", () => {
    const bytes = int16Bytes(0.5, -1, 0.25, -0.5);
    const read = (channel: number) => [...new SampleDecoder("s16le", 2, 1, channel).decode(bytes)];
    expect(read(0)).toEqual([0.5, 0.25]);
    expect(read(1)).toEqual([-1, -0.5]);
  });

  it("keeps what is left of a frame, of bytes that are used again", () => {
    const bytes = int16Bytes(0.5, 0.25, -1, -0.5);
    const decoder = new SampleDecoder("s16le", 2);
    const room = Buffer.alloc(5);
    const heard = [0, 5].flatMap((at) => {
      const piece = bytes.subarray(at, at + 5);
      room.set(piece);
      return [...decoder.decode(room.subarray(0, piece.length))];
    });
    expect(heard).toEqual([0.375, -0.75]);
  });

  it("takes the mean of the channels", () => {
    const decoder = new SampleDecoder("s16le", 4);
    expect([...decoder.decode(int16Bytes(1 / 2, 1 / 2, 0, -1, -1, -1, -1, -1))]).toEqual([0, -1]);
  });

  describe("of 32-bit floats", () => {
    const bytesOf = (...samples: number[]) => new Uint8Array(Float32Array.from(samples).buffer);

    it.each([1, 3, 4, 5, 12])("joins samples from pieces of %i bytes", (length) => {
      const bytes = new Uint8Array([...bytesOf(0, 0.25, -0.5, 1), 1, 2, 3]);
      const decoder = new SampleDecoder("f32le", 1);
      const heard: number[] = [];
      for (let at = 0; at < bytes.length; at += length) {
        heard.push(...decoder.decode(bytes.subarray(at, at + length)));
      }
      expect(heard).toEqual([0, 0.25, -0.5, 1]);
    });

    it("keeps them within -1 and 1", () => {
      const decoder = new SampleDecoder("f32le", 1);
      expect([...decoder.decode(bytesOf(3, -1.5, Infinity, -Infinity))]).toEqual([1, -1, 1, -1]);
    });

    it("refuses what is no number", () => {
      const decoder = new SampleDecoder("f32le", 1);
      expect(() => decoder.decode(bytesOf(0, Number.NaN))).toThrow(AudioError);
    });
  });
});
