import { EventEmitter } from "node:events";
import type { FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import type { Drain } from "#runtime/drain.ts";
import { ApiError } from "../../contract/errors.ts";
import { ClientGone, endOfWork } from "./end-of-work.ts";

/** Begins work for a response, beside what may end it. */
function begun({ destroyed = false, cutBefore = false, writableFinished = false } = {}) {
  const raw = Object.assign(new EventEmitter(), { destroyed, writableFinished });
  const cut = new AbortController();
  if (cutBefore) cut.abort();
  const reply = { raw } as unknown as FastifyReply;
  const signal = endOfWork(reply, { cut: cut.signal } as unknown as Drain);
  return { signal, raw, cut };
}

describe("work", () => {
  test("goes on while its client waits", () => {
    expect(begun().signal.aborted).toBe(false);
  });

  test("ends when its client leaves, once", () => {
    const { signal, raw, cut } = begun();
    raw.emit("close");
    expect(signal.reason).toBeInstanceOf(ClientGone);
    cut.abort();
    expect(signal.reason).toBeInstanceOf(ClientGone);
  });

  test("has not been broken off where its response is complete", () => {
    const { signal, raw, cut } = begun({ writableFinished: true });
    raw.emit("close");
    cut.abort();
    expect(signal.aborted).toBe(false);
  });

  test("has no client where that had left before", () => {
    expect(begun({ destroyed: true }).signal.reason).toBeInstanceOf(ClientGone);
  });

  test.each([true, false])("ends when the process does: before it began (%s)", (cutBefore) => {
    const { signal, cut } = begun({ cutBefore });
    cut.abort();
    expect(signal.reason).toBeInstanceOf(ApiError);
    expect(signal.reason).toMatchObject({
      code: "server_busy",
      message: "The service stops before this was done; send it again.",
    });
  });
});
