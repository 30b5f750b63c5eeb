import type { AudioEncoder } from "../engine/audio/encoding/audio-encoder.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import type { SpeechRequest } from "./speech-request.ts";

/** Speech in pieces, of which the first is already synthesized. */
export interface BegunSpeech {
  readonly first: Float32Array;
  readonly rest: AsyncGenerator<Float32Array>;
  readonly sampleRate: number;
}

const SLICE_SECONDS = 0.25;

/**
 * Yields speech in an output's format as it is synthesized; `onEnd` gets its length in seconds. Stops the synthesis when the
 * reader leaves.
 */
export async function* encodeSpeech(
  { first, rest, sampleRate }: BegunSpeech,
  output: Pick<SpeechRequest["output"], "format" | "sampleRate">,
  encoders: AudioEncoder,
  onEnd: (audioSeconds: number) => void,
): AsyncGenerator<Uint8Array> {
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    await rest.return(undefined);
  });
  const encoder = await encoders.open(output.format, output.sampleRate);
  stack.defer(() => encoder.close());
  const resampler = new Resampler(sampleRate, output.sampleRate);
  let samples = 0;
  for await (const slice of slices(first, rest, SLICE_SECONDS * sampleRate)) {
    samples += slice.length;
    yield await encoder.push(resampler.push(slice));
  }
  yield await encoder.push(resampler.end());
  yield await encoder.end();
  onEnd(samples / sampleRate);
}

/** Cuts long pieces, so that their beginning is sent before the rest is encoded. */
async function* slices(
  first: Float32Array,
  rest: AsyncIterable<Float32Array>,
  length: number,
): AsyncGenerator<Float32Array> {
  let piece: Float32Array | undefined = first;
  const others = rest[Symbol.asyncIterator]();
  while (piece !== undefined) {
    for (let at = 0; at < piece.length; at += length) yield piece.slice(at, at + length);
    piece = (await others.next()).value;
  }
}
