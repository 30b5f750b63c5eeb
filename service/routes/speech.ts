import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { AUDIO_FORMATS, type AudioFormat } from "../engine/audio/encoding/audio-formats.ts";
import type { Encoder } from "../engine/audio/encoding/encoder.ts";
import type { Engine } from "../engine/engine.ts";
import { EngineError, modelLoading } from "../engine/engine-error.ts";
import { clientGone } from "../http/client-gone.ts";
import { allowanceOf, type Guard } from "../http/guard.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import { speak, speechModel } from "../speech/speak.ts";
import { findSpeechModel, parseSpeechRequest } from "../speech/speech-request.ts";

export interface SpeechServices {
  readonly engine: Engine;
  readonly guard: Guard;
  readonly metrics: ServiceMetrics;
}

/** The synthesis model that the interface names as the default. */
const DEFAULT_MODEL_ID = "synth-v2";
const STALLED_READER_MS = 60_000;
const SLICE_SECONDS = 0.25;

/** `POST /v1/audio/speech`: a text becomes audio, sent as it is made. */
export async function speechRoutes(
  app: FastifyInstance,
  { engine, guard, metrics }: SpeechServices,
): Promise<void> {
  app.post("/v1/audio/speech", { onRequest: guard.counted("speech") }, async (request, reply) => {
    const startedAtMs = performance.now();
    const models = engine.ofTask("synthesis").map(speechModel);
    const standard = models.find(({ pool }) => pool === engine.defaultOf("synthesis"));
    const model = findSpeechModel(request.body, models, standard);
    // Its voices are known once it has been loaded.
    if (model === undefined || model.voices.length === 0) {
      throw modelLoading(model?.id ?? DEFAULT_MODEL_ID);
    }
    const speech = parseSpeechRequest(request.body, model);
    const characters = Array.from(speech.input).length;
    const allowance = allowanceOf(request);
    await allowance.cover(characters);
    const pieces = speak(speech, clientGone(reply));
    // Waiting for the first piece keeps 502 and 503 statuses; what fails later breaks the connection.
    const first = await pieces.next();
    if (first.done === true) throw new EngineError("engine_error", "the model made no audio");
    metrics.firstAudioSeconds.observe(
      { model: model.id },
      (performance.now() - startedAtMs) / 1000,
    );
    const format: AudioFormat = AUDIO_FORMATS[speech.format];
    // From here on the client gets what it asked for, whether or not it stays to the end.
    allowance.use(characters);
    const onEnd = (audioSeconds: number) => metrics.audio("speech", audioSeconds);
    // A reader that stands still would keep its place at the model for ever.
    reply.raw.setTimeout(STALLED_READER_MS, () => reply.raw.destroy());
    const open = () => engine.encoder.open(speech.format, model.sampleRate);
    const bytes = encoded(first.value, pieces, open, model.sampleRate, onEnd);
    return reply
      .type(format.contentType(model.sampleRate))
      .header("x-sample-rate", model.sampleRate)
      .header("x-audio-channels", 1)
      .send(Readable.from(bytes, { objectMode: false }));
  });
}

async function* encoded(
  first: Float32Array,
  rest: AsyncGenerator<Float32Array>,
  open: () => Promise<Encoder>,
  sampleRate: number,
  onEnd: (audioSeconds: number) => void,
): AsyncGenerator<Uint8Array> {
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    await rest.return(undefined);
  });
  const encoder = await open();
  stack.defer(() => encoder.close());
  let samples = 0;
  for await (const slice of slices(first, rest, SLICE_SECONDS * sampleRate)) {
    samples += slice.length;
    yield await encoder.push(slice);
  }
  yield await encoder.end();
  onEnd(samples / sampleRate);
}

/** Cuts pieces that are long, so that what is encoded of one leaves before the whole is. */
async function* slices(
  first: Float32Array,
  rest: AsyncIterable<Float32Array>,
  length: number,
): AsyncGenerator<Float32Array> {
  yield* slicesOf(first, length);
  for await (const piece of rest) yield* slicesOf(piece, length);
}

function* slicesOf(samples: Float32Array, length: number): Generator<Float32Array> {
  for (let at = 0; at < samples.length; at += length) yield samples.slice(at, at + length);
}
