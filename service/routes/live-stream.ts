import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "../accounts/limits.ts";
import { echoedSubprotocol } from "../http/credentials.ts";
import { ApiError } from "../http/errors.ts";
import { Streams, type StreamServices } from "../stream/socket.ts";

/** `WS /v1/audio/stream`: live audio becomes text while it is spoken. */
export async function liveStreamRoutes(
  app: FastifyInstance,
  services: StreamServices,
): Promise<void> {
  const streams = new Streams(services);
  await app.register(websocket, {
    options: { maxPayload: LIMITS.frameBytes, handleProtocols: echoedSubprotocol },
    // A socket that breaks is closed by then; its stream hears of that.
    errorHandler: () => undefined,
    preClose: () => streams.shutdown(),
  });
  app.route({
    method: "GET",
    url: "/v1/audio/stream",
    handler: () => {
      throw new ApiError("invalid_request", { message: "This address takes WebSockets alone." });
    },
    wsHandler: (socket, request) => streams.serve(socket, request),
  });
}
