import type { Engine } from "../engine/engine.ts";
import { modelLoading } from "../engine/engine-error.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import type { ModelPool, Slot } from "../engine/pool.ts";
import { StreamListener } from "./listener.ts";
import type { Opening, SocketKind } from "./open-sockets.ts";
import { errorMessage, parseStreamQuery, serialise } from "./protocol.ts";

/** What a stream reserves of the quota to begin with. */
const EXPECTED_SECONDS = 60;

export interface StreamServices {
  readonly engine: Engine;
  readonly metrics: ServiceMetrics;
  readonly compatModelId: string;
}

/** A model that transcribes, and a place at it. */
export interface LivePlace {
  readonly model: ModelPool;
  readonly slot: Slot;
}

/** Live streams in the service's own protocol. */
export function liveStreams(services: StreamServices): SocketKind {
  const { engine, metrics, compatModelId } = services;
  return {
    activity: "stream",
    gauge: metrics.streams,
    errorText: (error, requestId) => serialise(errorMessage(error, requestId)),
    open: async (opening) => {
      const parameters = parseStreamQuery(opening.query, compatModelId);
      const place = await takeLivePlace(opening, engine, parameters.model);
      const listener = new StreamListener({ ...opening, ...place, compatModelId, parameters });
      countAudio(opening, metrics, () => listener.audioSeconds);
      return listener;
    },
  };
}

/** Takes a place for a live stream, held until its socket closes. */
export async function takeLivePlace(
  { allowance, gone, defer }: Opening,
  engine: Engine,
  modelId: string,
): Promise<LivePlace> {
  await allowance.expect(EXPECTED_SECONDS);
  const model = engine.defaultOf("transcription");
  if (model === undefined) throw modelLoading(modelId);
  const slot = await model.admit({ urgency: "live", units: 0 }, gone);
  defer(() => slot[Symbol.dispose]());
  return { model, slot };
}

/** Counts the audio of a live stream when its socket closes. */
export function countAudio(
  { allowance, defer }: Opening,
  metrics: ServiceMetrics,
  audioSeconds: () => number,
): void {
  defer(() => {
    allowance.use(audioSeconds());
    metrics.audio("stream", audioSeconds());
  });
}
