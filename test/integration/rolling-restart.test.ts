import { test } from "vitest";
import { restartStatusApis } from "../support/servers/restart-under-load.ts";

test("two status APIs are restarted without a request that fails, and have something to say when they listen", () =>
  restartStatusApis(1));
