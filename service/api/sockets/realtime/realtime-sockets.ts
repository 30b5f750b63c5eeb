import type { IncomingHttpHeaders } from "node:http";
import { read } from "../../../contract/read.ts";
import { ApiError } from "../../../contract/errors.ts";
import { nothingLeft } from "../../../contract/schema.ts";
import { RealtimeQuery } from "../../../contract/sockets/realtime.ts";
import { checkTranscriptionModel } from "../../../speech/transcription-request.ts";
import type { SocketKind } from "../open-sockets.ts";
import type { ApiServices } from "../../http/services.ts";
import { openLive } from "../live/live-recognition.ts";
import { errorEvent } from "./events.ts";
import { RealtimeListener, serialiseEvent } from "./realtime-listener.ts";

/** Live streams in the dialect of the OpenAI realtime API, for transcription alone. */
export function realtimeSockets(services: ApiServices): SocketKind {
  return {
    activity: "stream",
    errorText: (error, requestId) => serialiseEvent(errorEvent(error, requestId, null)),
    open: async (opening) => {
      checkIntent(opening.query, services.compatModelId);
      const isFormer = speaksFormerDialect(opening.request.headers);
      return new RealtimeListener(await openLive(opening, services), isFormer);
    },
  };
}

/** A client says that it wants transcripts by the intent, or by a model that makes nothing else. */
function checkIntent(query: URLSearchParams, compatModelId: string): void {
  const { intent, model, ...rest } = read(RealtimeQuery, Object.fromEntries(query));
  nothingLeft(rest);
  if (model !== undefined) return checkTranscriptionModel(model, compatModelId);
  if (intent !== undefined) return;
  const message = 'intent is missing; it has to be "transcription".';
  throw new ApiError("invalid_request", message, "intent");
}

/** Clients of the dialect before today's say so in a header, or browsers in a subprotocol. */
function speaksFormerDialect(headers: IncomingHttpHeaders): boolean {
  const beta = String(headers["openai-beta"] ?? "");
  const subprotocols = headers["sec-websocket-protocol"] ?? "";
  return beta.includes("realtime=v1") || subprotocols.includes("openai-beta.realtime-v1");
}
