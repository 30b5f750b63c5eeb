import type { Engine } from "../../../engine/engine.ts";
import type { ServiceMetrics } from "../../http/metrics.ts";
import { speechSources, type SpeechStores } from "../../../speech/speak.ts";
import type { SocketKind } from "../open-sockets.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import { SpeechListener } from "./speech-listener.ts";

export interface SpeechSocketServices {
  readonly engine: Engine;
  readonly metrics: ServiceMetrics;
  readonly stores: SpeechStores;
}

/** Sockets on which text that comes bit by bit is spoken. */
export function speechSockets({ engine, metrics, stores }: SpeechSocketServices): SocketKind {
  return {
    activity: "speech_stream",
    errorText: (error, requestId) => JSON.stringify(errorMessage(error, requestId)),
    open: async (opening) => {
      const { principal } = opening;
      const accountId = principal.kind === "key" ? principal.accountId : undefined;
      const sources = speechSources(accountId, stores);
      return new SpeechListener(opening, { engine, sources, metrics });
    },
  };
}
