import { isServerFault } from "#runtime/server-fault.ts";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ClientGone } from "./end-of-work.ts";
import { toApiError } from "./to-api-error.ts";

/** An event of a stream: its type and further fields. */
interface ServerSentEvent {
  readonly type: string;
}

const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Otherwise proxies would hold events back until a buffer is full.
  "x-accel-buffering": "no",
} as const;

/**
 * Sends events as the response, and resolves when it has ended or its client has disconnected.
 *
 * Rejects with an error before the first event, so that it becomes an HTTP status; a later one becomes an `error` event.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncGenerator<ServerSentEvent>,
  signal: AbortSignal,
): Promise<void> {
  const first = await events.next();
  async function* messages(): AsyncGenerator<string> {
    try {
      if (first.done !== true) yield serialised(first.value);
      for await (const event of events) yield serialised(event);
    } catch (fault) {
      // Nobody is left to read an error event.
      if (signal.reason instanceof ClientGone) throw fault;
      const error = toApiError(fault);
      request.errorCode = error.code;
      if (isServerFault(error.kind.status)) {
        request.log.error({ code: error.code, err: error.cause ?? fault }, "events broke off");
      }
      yield serialised({ type: "error", error: error.body });
    } finally {
      await events.return(undefined);
    }
  }
  const body = Readable.from(messages(), { objectMode: false });
  void reply.headers(EVENT_STREAM_HEADERS).send(body);
  await finished(body).catch((fault: unknown) => {
    if (!signal.aborted) throw fault;
  });
}

/** Writes an event as text/event-stream of the HTML standard, its data as JSON. */
function serialised<Event extends ServerSentEvent>(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
