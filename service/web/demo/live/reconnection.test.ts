import { expect, test } from "vitest";
import { pauseBeforeMs } from "./reconnection.ts";

const lost = { status: undefined, retryAfterSeconds: undefined };

test("pauses grow to eight seconds, and end after ten attempts", () => {
  const pauses = Array.from({ length: 11 }, (_, attempt) => pauseBeforeMs(attempt, lost));
  expect(pauses).toEqual([
    500,
    1000,
    2000,
    4000,
    ...Array.from({ length: 6 }, () => 8000),
    undefined,
  ]);
});

test.each([
  ["a fault of the service passes", 503, undefined, 500],
  ["a service that says when it is back is not asked before", 503, 10, 10_000],
  ["one that is away for long is not waited for", 503, 61, undefined],
  ["a token is replaced", 401, undefined, 500],
  ["a stream that is still counted goes away", 429, 2, 2000],
  ["a month's quota does not come back", 429, 86_400, undefined],
  ["what was refused would be refused again", 400, undefined, undefined],
  ["audio that is too long stays so", 413, undefined, undefined],
])("%s", (_title, status, retryAfterSeconds, pauseMs) => {
  expect(pauseBeforeMs(0, { status, retryAfterSeconds })).toBe(pauseMs);
});
