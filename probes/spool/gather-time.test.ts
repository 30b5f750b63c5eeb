import { expect, test } from "vitest";
import { gatherMs } from "./gather-time.ts";

test.each([
  ["a quick one", 1, 200],
  ["one without a clock that moves", 0, 200],
  ["an ordinary one", 6, 600],
  ["one that waited for its turn", 5_000, 1_000],
])("after %s of %i ms results are gathered for %i ms", (_what, tookMs, waitMs) => {
  expect(gatherMs(tookMs)).toBe(waitMs);
});
