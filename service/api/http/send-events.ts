import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody } from "../../contract/errors.ts";
import { toApiError } from "./to-api-error.ts";
import { EVENT_STREAM_HEADERS, eventStream, type ServerSentEvent } from "./server-sent-events.ts";

interface ErrorEvent extends ServerSentEvent {
  readonly type: "error";
  readonly error: ErrorBody;
}

/**
 * Answers with events, and resolves when the answer has ended or its client has left.
 *
 * Rejects with what fails before the first event, so that it becomes a status; what fails later becomes an `error` event.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncGenerator<ServerSentEvent>,
  signal: AbortSignal,
): Promise<void> {
  const begun = begin(events, await events.next());
  const messages = eventStream(begun, (fault) => {
    // Nobody is there to read of it.
    if (signal.aborted) return undefined;
    const error = toApiError(fault);
    request.errorCode = error.code;
    if (error.kind.status >= 500) {
      request.log.error({ code: error.code, err: error.cause ?? fault }, "events broke off");
    }
    const event: ErrorEvent = { type: "error", error: error.body };
    return event;
  });
  const body = Readable.from(messages, { objectMode: false });
  void reply.headers(EVENT_STREAM_HEADERS).send(body);
  await finished(body).catch((fault: unknown) => {
    if (!signal.aborted) throw fault;
  });
}

async function* begin<Event>(
  events: AsyncGenerator<Event>,
  first: IteratorResult<Event>,
): AsyncGenerator<Event> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* events;
  } finally {
    await events.return(undefined);
  }
}
