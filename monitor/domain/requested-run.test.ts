import { expect, test } from "vitest";
import { isOpen, requestedRunState } from "./requested-run.ts";

const minuteMs = 60_000;

test.each([
  [{ endsByMs: null, doneAtMs: null }, minuteMs - 1, "waiting", true],
  [{ endsByMs: null, doneAtMs: null }, minuteMs, "not_taken", false],
  [{ endsByMs: 90_000, doneAtMs: null }, 89_999, "running", true],
  [{ endsByMs: 90_000, doneAtMs: null }, 90_000, "never_ended", false],
  [{ endsByMs: 90_000, doneAtMs: 80_000 }, 100_000, "done", false],
])("a run with %j is after %i ms %s", (times, nowMs, state, open) => {
  const found = requestedRunState({ requestedAtMs: 0, ...times }, nowMs);
  expect(found).toBe(state);
  expect(isOpen(found)).toBe(open);
});
