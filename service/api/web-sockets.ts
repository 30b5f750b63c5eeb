import type { IncomingMessage } from "node:http";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "../contract/limits.ts";
import type { Engine } from "../engine/engine.ts";
import { echoedSubprotocol } from "../access/credentials.ts";
import { ApiError } from "../contract/errors.ts";
import type { SpeechStores } from "../speech/speak.ts";
import { OpenSockets, type SocketKind, type SocketServices } from "./sockets/open-sockets.ts";
import { realtimeSockets } from "./sockets/realtime/realtime-sockets.ts";
import { liveStreams } from "./sockets/live/socket.ts";
import { speechSockets } from "./sockets/speech/speech-sockets.ts";

export interface WebSocketServices extends SocketServices {
  readonly engine: Engine;
  readonly stores: SpeechStores;
  readonly compatModelId: string;
}

const SOCKET_PATHS = ["/v1/audio/stream", "/v1/realtime", "/v1/audio/speech/stream"] as const;
type SocketPath = (typeof SOCKET_PATHS)[number];

/** Says whether a request becomes a WebSocket: it asks for one, where there are some. */
export function opensSocket({ headers, url = "" }: IncomingMessage): boolean {
  const [path] = url.split("?");
  return (
    headers.upgrade?.toLowerCase() === "websocket" && SOCKET_PATHS.some((known) => known === path)
  );
}

/** Every address that takes WebSockets. */
export async function webSocketRoutes(
  app: FastifyInstance,
  services: WebSocketServices,
): Promise<void> {
  const sockets = new OpenSockets(services);
  const kinds: Readonly<Record<SocketPath, SocketKind>> = {
    "/v1/audio/stream": liveStreams(services),
    "/v1/realtime": realtimeSockets(services),
    "/v1/audio/speech/stream": speechSockets(services),
  };
  await app.register(websocket, {
    options: { maxPayload: LIMITS.frameBytes, handleProtocols: echoedSubprotocol },
    // A socket that breaks is closed by then; its conversation hears of that.
    errorHandler: () => undefined,
    preClose: () => sockets.shutdown(),
  });
  for (const [url, kind] of Object.entries(kinds)) {
    app.route({
      method: "GET",
      url,
      handler: () => {
        throw new ApiError("invalid_request", "This address takes WebSockets alone.");
      },
      wsHandler: (socket, request) => sockets.serve(socket, request, kind),
    });
  }
}
