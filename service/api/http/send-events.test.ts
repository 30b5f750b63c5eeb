import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { ApiError } from "../../contract/errors.ts";
import { ClientGone } from "./end-of-work.ts";
import { sendEvents } from "./send-events.ts";

interface Event {
  readonly type: string;
}

/** Sends events; returns what the client reads, and what was logged. */
async function sent(events: AsyncGenerator<Event>, signal = new AbortController().signal) {
  const logged: unknown[] = [];
  const request = {
    log: { error: (fields: unknown) => logged.push(fields) },
    errorCode: undefined,
  };
  let headers: unknown;
  let read = Promise.resolve("");
  const reply = {
    headers(given: unknown) {
      headers = given;
      return reply;
    },
    send(body: Readable) {
      read = text(body).catch(() => "(broken off)");
      return reply;
    },
  };
  await sendEvents(
    request as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
    events,
    signal,
  );
  return { body: await read, headers, logged, errorCode: request.errorCode };
}

async function* eventsOf(...all: readonly (Event | Error)[]): AsyncGenerator<Event> {
  for (const one of all) {
    if (one instanceof Error) throw one;
    yield one;
  }
}

const A = { type: "a", text: "Merhaba\n\ndünya" };

test("events are sent as text/event-stream, whatever is in them", async () => {
  const { body, headers, logged, errorCode } = await sent(eventsOf(A, { type: "b" }));
  expect(body).toBe(
    'event: a\ndata: {"type":"a","text":"Merhaba\\n\\ndünya"}\n\nevent: b\ndata: {"type":"b"}\n\n',
  );
  expect(headers).toEqual({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  expect({ logged, errorCode }).toEqual({ logged: [], errorCode: undefined });
});

test("no events are an empty stream", async () => {
  expect((await sent(eventsOf())).body).toBe("");
});

test("a fault before the first event rejects", async () => {
  await expect(sent(eventsOf(new ApiError("invalid_json"), A))).rejects.toThrow(ApiError);
});

test("a later fault of the request is an event, and not logged", async () => {
  const { body, logged, errorCode } = await sent(
    eventsOf(A, new ApiError("invalid_request", "No.", "input")),
  );
  const [, last = ""] = body.split("\n\nevent: error\ndata: ");
  expect(JSON.parse(last)).toEqual({
    type: "error",
    error: {
      message: "No.",
      type: "invalid_request_error",
      code: "invalid_request",
      param: "input",
    },
  });
  expect({ logged, errorCode }).toEqual({ logged: [], errorCode: "invalid_request" });
});

test("a later fault of the server is logged, and shows nothing of its inside", async () => {
  const fault = new Error("password of the database");
  const { body, logged, errorCode } = await sent(eventsOf(A, fault));
  expect(body).toContain('"code":"internal_error"');
  expect(body).not.toContain("password");
  expect(logged).toEqual([{ code: "internal_error", err: fault }]);
  expect(errorCode).toBe("internal_error");
});

test("nothing is sent after a client that has left, and nothing is logged", async () => {
  const leaving = new AbortController();
  async function* untilGone(): AsyncGenerator<Event> {
    yield A;
    leaving.abort(new ClientGone("the client has left"));
    leaving.signal.throwIfAborted();
  }
  const { body, logged, errorCode } = await sent(untilGone(), leaving.signal);
  expect(body).toBe("(broken off)");
  expect({ logged, errorCode }).toEqual({ logged: [], errorCode: undefined });
});

test("the source of the events is closed where its client broke off", async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Event> {
    try {
      for (;;) yield A;
    } finally {
      isClosed = true;
    }
  }
  const reply = {
    headers: () => reply,
    send: (body: Readable) => body.once("data", () => body.destroy()),
  };
  const leaving = AbortSignal.abort(new ClientGone("the client has left"));
  const request = {} as FastifyRequest;
  await sendEvents(request, reply as unknown as FastifyReply, endless(), leaving);
  expect(isClosed).toBe(true);
});
