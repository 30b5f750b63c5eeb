import type { FastifyReply } from "fastify";

/** The client has left before it had its whole answer. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** A signal that is aborted, with ClientGone, when the client leaves before its answer is complete. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientGone("the client has left"));
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once("close", onClose);
  return controller.signal;
}
