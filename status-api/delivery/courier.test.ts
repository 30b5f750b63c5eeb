import { expect, test } from "vitest";
import { endAttempts } from "./courier.ts";

test("attempts that end by themselves are not cut off", async () => {
  const stopping = new AbortController();
  await endAttempts(stopping, () => Promise.resolve());
  const failed = endAttempts(stopping, () => Promise.reject(new Error("broken")));
  await expect(failed).rejects.toThrow("broken");
  expect(stopping.signal.aborted).toBe(false);
});
