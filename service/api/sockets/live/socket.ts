import type { Engine } from "../../../engine/engine.ts";
import { modelLoading } from "../../../engine/pool/engine-error.ts";
import type { ApiServices } from "../../http/services.ts";
import type { ModelPool, Slot } from "../../../engine/pool/pool.ts";
import { StreamListener } from "./listener.ts";
import type { Opening, SocketKind } from "../open-sockets.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import { readStreamQuery, serialise, streamParameters } from "./protocol.ts";

/** What a stream reserves of the quota to begin with. */
const EXPECTED_SECONDS = 60;

export interface LivePlace {
  readonly model: ModelPool;
  readonly slot: Slot;
}

/** Live streams in the service's own protocol. */
export function liveStreams(services: ApiServices): SocketKind {
  const { engine, metrics, compatModelId } = services;
  return {
    activity: "stream",
    errorText: (error, requestId) => serialise(errorMessage(error, requestId)),
    open: async (opening) => {
      const fields = readStreamQuery(opening.query);
      const parameters = streamParameters(fields, compatModelId);
      const place = await takeLivePlace(opening, engine, parameters.model);
      const settings = { ...opening, ...place, compatModelId, fields, parameters };
      const onAudio = (seconds: number) => metrics.audio("stream", seconds);
      const listener = new StreamListener({ ...settings, onAudio });
      opening.defer(() => opening.allowance.use(listener.audioSeconds));
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
