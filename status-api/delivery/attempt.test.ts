import { describe, expect, test } from "vitest";
import { afterAttempt, type ClaimedMessage, retryDelayMs } from "./attempt.ts";
import type { SendResult } from "./senders.ts";

const now = Date.parse("2026-11-21T06:00:00Z");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const message: ClaimedMessage = {
  id: 1,
  queuedAtMs: now,
  tryForMs: dayMs,
  attempts: 1,
  failingSinceMs: null,
};
const failed: SendResult = { kind: "failed", error: "status 500", isReceiversFault: true };
const ownFault: SendResult = { kind: "failed", error: "ECONNECTION", isReceiversFault: false };

describe("the wait before a retry", () => {
  test("doubles from ten seconds to an hour", () => {
    expect([1, 2, 3, 4, 9, 10, 1000].map((attempts) => retryDelayMs(attempts, 0))).toEqual([
      10_000, 20_000, 40_000, 80_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
  });

  test("is shorter by up to half at random", () => {
    expect(retryDelayMs(3, 1)).toBe(20_000);
    expect(retryDelayMs(3, 0.5)).toBe(30_000);
  });
});

describe("after an attempt", () => {
  test("that was delivered, all is done", () => {
    expect(afterAttempt(message, { kind: "delivered" }, now, 0)).toEqual({ kind: "done" });
  });

  test("that failed, it is tried again, and the receiver counts as failing from now on", () => {
    expect(afterAttempt(message, failed, now, 0)).toEqual({
      kind: "retry",
      dueAtMs: now + 10_000,
      failingSinceMs: now,
    });
    const later = { ...message, attempts: 2, failingSinceMs: now - hourMs };
    expect(afterAttempt(later, failed, now, 0)).toMatchObject({ failingSinceMs: now - hourMs });
  });

  test("that our mail server failed, nobody is blamed", () => {
    expect(afterAttempt(message, ownFault, now, 0)).toMatchObject({
      kind: "retry",
      failingSinceMs: null,
    });
  });

  test("the receiver's wish to wait is heeded up to an hour, never to come sooner", () => {
    const wish = (retryAfterMs: number): SendResult => ({ ...failed, retryAfterMs });
    const dueAfterMs = (retryAfterMs: number): number => {
      const after = afterAttempt(message, wish(retryAfterMs), now, 0);
      return after.kind === "retry" ? after.dueAtMs - now : Number.NaN;
    };
    expect([0, 120_000, dayMs].map(dueAfterMs)).toEqual([10_000, 120_000, hourMs]);
  });

  test("it is given up when the next would come too late; three days of failing end the subscription", () => {
    const old = { ...message, queuedAtMs: now - dayMs, attempts: 30 };
    expect(afterAttempt({ ...old, failingSinceMs: now - 2 * dayMs }, failed, now, 0)).toEqual({
      kind: "give_up",
      failingSinceMs: now - 2 * dayMs,
      ends: null,
    });
    expect(afterAttempt({ ...old, failingSinceMs: now - 3 * dayMs }, failed, now, 0)).toMatchObject(
      { kind: "give_up", ends: "undeliverable" },
    );
    expect(
      afterAttempt({ ...old, failingSinceMs: now - 3 * dayMs }, ownFault, now, 0),
    ).toMatchObject({ kind: "give_up", ends: null });
  });

  test("a message is tried on however long its receiver has failed, until it is too old itself", () => {
    const after = afterAttempt({ ...message, failingSinceMs: now - 30 * dayMs }, failed, now, 0);
    expect(after.kind).toBe("retry");
  });

  test("that was refused for good, it is given up at once", () => {
    const refused: SendResult = { kind: "refused", error: "550" };
    expect(afterAttempt(message, refused, now, 0)).toEqual({
      kind: "give_up",
      failingSinceMs: now,
      ends: null,
    });
    const failing = { ...message, failingSinceMs: now - 3 * dayMs };
    expect(afterAttempt(failing, refused, now, 0)).toMatchObject({ ends: "undeliverable" });
  });

  test("that said gone, the subscription ends", () => {
    expect(afterAttempt(message, { kind: "gone", error: "status 410" }, now, 0)).toMatchObject({
      kind: "give_up",
      ends: "unsubscribed",
    });
  });
});
