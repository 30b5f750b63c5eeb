import type { IncomingMessage } from "node:http";
import websocket, { type WebsocketPluginOptions } from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "../contract/limits.ts";
import { echoedSubprotocol } from "../access/credentials.ts";
import { ApiError } from "../contract/errors.ts";
import { deepgramSpeakStream } from "../contract/dialects/deepgram-speak-stream.ts";
import { deepgramStream } from "../contract/dialects/deepgram-stream.ts";
import { deepgram } from "../contract/dialects/deepgram.ts";
import { liveStream } from "../contract/sockets/live-stream.ts";
import { realtime } from "../contract/sockets/realtime.ts";
import { speechSocket } from "../contract/sockets/speech-stream.ts";
import { withoutTrailingSlash } from "./http/trailing-slash.ts";
import type { ApiServices } from "./http/services.ts";
import { deepgramSpeakSockets } from "./dialects/deepgram/speak-stream.ts";
import { deepgramSockets } from "./dialects/deepgram/stream.ts";
import { BoundedSocket } from "./sockets/bounded-socket.ts";
import { OpenSockets, type SocketKind } from "./sockets/open-sockets.ts";
import { realtimeSockets } from "./sockets/realtime/realtime-listener.ts";
import { liveStreams } from "./sockets/live/listener.ts";
import { speechSockets } from "./sockets/speech/speech-listener.ts";

const SOCKETS: Readonly<Record<string, (services: ApiServices) => SocketKind>> = {
  [liveStream.path]: liveStreams,
  [realtime.path]: realtimeSockets,
  [speechSocket.path]: speechSockets,
  [deepgramStream.path]: deepgramSockets,
  [deepgramSpeakStream.path]: deepgramSpeakSockets,
};

const DEEPGRAM_PATHS: readonly string[] = [deepgramStream.path, deepgramSpeakStream.path];

/** Type of the plugin's option, which also has the other exports of the `ws` module. */
type SocketClass = NonNullable<NonNullable<WebsocketPluginOptions["options"]>["WebSocket"]>;

/** Returns whether a request becomes a WebSocket: it requests one, at a path that has them. */
export function opensSocket({ headers, url = "" }: IncomingMessage): boolean {
  const [path = ""] = withoutTrailingSlash(url).split("?");
  return headers.upgrade?.toLowerCase() === "websocket" && Object.hasOwn(SOCKETS, path);
}

/** Registers all paths that take WebSockets. */
export async function webSocketRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const sockets = new OpenSockets(services);
  await app.register(websocket, {
    options: {
      maxPayload: LIMITS.frameBytes,
      handleProtocols: echoedSubprotocol,
      WebSocket: BoundedSocket as unknown as SocketClass,
      // Other sockets have their turn between two frames of one.
      allowSynchronousEvents: false,
    },
    // A broken socket is closed by then, and its conversation receives the close event.
    errorHandler: () => undefined,
    // The server waits for its sockets after it has stopped listening.
    preClose: async () => void sockets.shutdown(),
  });
  for (const [url, kindOf] of Object.entries(SOCKETS)) {
    const kind = kindOf(services);
    app.route({
      method: "GET",
      url,
      ...(DEEPGRAM_PATHS.includes(url) && { config: { dialect: deepgram } }),
      handler: () => {
        throw new ApiError("invalid_request", "This address takes WebSockets alone.");
      },
      // The plugin creates sockets of the class given above.
      wsHandler: (socket, request) => sockets.serve(socket as BoundedSocket, request, kind),
    });
  }
}
