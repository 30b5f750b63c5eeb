import { expect, test } from "vitest";
import { restartStatusApis } from "../support/servers/restart-under-load.ts";

test("two status APIs are restarted without a request that fails, and have something to say when they listen", async () => {
  const { failed, unready, fewest } = await restartStatusApis(1);
  expect(failed).toEqual([]);
  expect(unready).toEqual([]);
  expect(fewest).toBeGreaterThan(0);
});
