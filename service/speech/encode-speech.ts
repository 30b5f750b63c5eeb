import type { AudioEncoder } from "../engine/audio/encoding/audio-encoder.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import type { SpeechRequest } from "./speech-request.ts";

/** Speech that has begun, piece by piece. */
export interface BegunSpeech {
  readonly first: Float32Array;
  readonly rest: AsyncGenerator<Float32Array>;
  readonly sampleRate: number;
}

const SLICE_SECONDS = 0.25;

/**
 * Yields speech in an output's format as it is spoken; `onEnd` is told its seconds. Ends the speech when its reader
 * leaves.
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

/** Cuts pieces that are long, so that what is encoded of one leaves before the whole is. */
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
