import type { ApiServices } from "../../http/services.ts";
import { speechSources } from "../../../speech/speak.ts";
import type { SocketKind } from "../open-sockets.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import { SpeechListener } from "./speech-listener.ts";

/** Sockets on which text that comes bit by bit is spoken. */
export function speechSockets(services: ApiServices): SocketKind {
  return {
    activity: "speech_stream",
    errorText: (error, requestId) => JSON.stringify(errorMessage(error, requestId)),
    open: async (opening) => {
      const { principal } = opening;
      const accountId = principal.kind === "key" ? principal.accountId : undefined;
      const sources = speechSources(accountId, services);
      return new SpeechListener(opening, services, sources);
    },
  };
}
