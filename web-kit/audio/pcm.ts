/** PCM of 16 bits, little-endian, mono. */

const SCALE = 32_768;
const WAV_HEADER_BYTES = 44;

/** Writes samples in [-1, 1] as PCM; louder ones are cut off. */
export function pcmOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, at) => {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * SCALE);
    view.setInt16(at * 2, Math.min(value, SCALE - 1), true);
  });
  return bytes;
}

/** Reads PCM that comes in pieces of any length. */
export class PcmReader {
  #half: Uint8Array = new Uint8Array(0);

  /** Returns the samples that these bytes complete, in [-1, 1]. */
  push(bytes: Uint8Array): Float32Array {
    const joined = new Uint8Array(this.#half.length + bytes.length);
    joined.set(this.#half);
    joined.set(bytes, this.#half.length);
    const view = new DataView(joined.buffer);
    const samples = new Float32Array(Math.floor(joined.length / 2));
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = view.getInt16(at * 2, true) / SCALE;
    this.#half = joined.subarray(samples.length * 2);
    return samples;
  }
}

/** Makes a WAV file of pieces of samples, mono. */
export function wavOf(pieces: readonly Float32Array[], sampleRate: number): Blob {
  const dataBytes = pieces.reduce((sum, { length }) => sum + length * 2, 0);
  const header = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const name = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => header.setUint8(at + index, byte));
  name(0, "RIFF");
  header.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  name(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  name(36, "data");
  header.setUint32(40, dataBytes, true);
  return new Blob([header, ...pieces.map(pcmOf)], { type: "audio/wav" });
}
