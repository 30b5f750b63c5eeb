import type { FastifyReply } from "fastify";
import type { Drain } from "#runtime/drain.ts";
import { ApiError } from "../../contract/errors.ts";

/** The client disconnected before the response was complete. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/**
 * Returns a signal that is aborted when work has to end before its response is complete: with ClientGone when the client
 * disconnects, with ApiError when this process cannot wait any longer.
 */
export function endOfWork(reply: FastifyReply, { cut }: Drain): AbortSignal {
  const controller = new AbortController();
  const onCut = () => controller.abort(stopping());
  const onClose = () => {
    cut.removeEventListener("abort", onCut);
    if (!reply.raw.writableFinished) controller.abort(new ClientGone("the client has left"));
  };
  if (cut.aborted) onCut();
  else cut.addEventListener("abort", onCut);
  if (reply.raw.destroyed) onClose();
  else reply.raw.once("close", onClose);
  return controller.signal;
}

function stopping(): ApiError {
  return new ApiError("server_busy", "The service stops before this was done; send it again.");
}
