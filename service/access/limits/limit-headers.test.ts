import { expect, test } from "vitest";
import { limitHeaders } from "./limit-headers.ts";

const count = { allowed: true, limit: 600, remaining: 599, resetSeconds: 60 };

test("tells the limit of requests as OpenAI and as the draft write it", () => {
  expect(limitHeaders(count, 60)).toEqual({
    "x-ratelimit-limit-requests": "600",
    "x-ratelimit-remaining-requests": "599",
    "x-ratelimit-reset-requests": "1m0s",
    "ratelimit-policy": '"requests";q=600;w=60',
    ratelimit: '"requests";r=599;t=60',
  });
  const soon = limitHeaders({ ...count, resetSeconds: 7 }, 60);
  expect(soon["x-ratelimit-reset-requests"]).toBe("7s");
});

test("tells what may run at the same time, and never less than nothing", () => {
  expect(limitHeaders(count, 60, { limit: 8, running: 3 })).toMatchObject({
    "ratelimit-policy": '"requests";q=600;w=60, "concurrency";q=8;qu="concurrent-requests"',
    ratelimit: '"requests";r=599;t=60, "concurrency";r=5',
  });
  const lowered = limitHeaders(count, 60, { limit: 2, running: 3 });
  expect(lowered["ratelimit"]).toContain('"concurrency";r=0');
});
