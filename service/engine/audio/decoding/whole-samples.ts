const BYTES_PER_SAMPLE = 4;

/** Joins bytes that were cut anywhere into 32-bit float samples; what is left of one at the end is dropped. */
export async function* wholeSamples(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Float32Array, void, undefined> {
  let rest = new Uint8Array(0);
  for await (const piece of pieces) {
    const count = Math.floor((rest.length + piece.length) / BYTES_PER_SAMPLE);
    const samples = new Float32Array(count);
    const bytes = new Uint8Array(samples.buffer);
    const used = bytes.length - rest.length;
    if (count === 0) {
      rest = Uint8Array.of(...rest, ...piece);
      continue;
    }
    bytes.set(rest);
    bytes.set(piece.subarray(0, used), rest.length);
    rest = piece.slice(used);
    yield samples;
  }
}
