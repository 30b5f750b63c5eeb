import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pino } from "pino";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import { fuzz } from "../fuzz/runner.ts";
import type { Targets } from "../fuzz/surface.ts";
import { SURFACES } from "../fuzz/surfaces.ts";
import { temporaryDataDirectory } from "../support/databases/embedded-database.ts";
import { accountCommand } from "../support/service/account-command.ts";
import { OwnHoldWatch } from "../fuzz/watched/hold-watch.ts";
import { projectRoot } from "../support/program.ts";
import { sharedSpeechService } from "../support/service/speech-service.ts";

const execute = promisify(execFile);

/** In all; `npm run fuzz` sends many more, and watches how long it is held and what memory it takes. */
const INPUTS = 2000;
const SEED = 17;

const running = new AsyncDisposableStack();
let targets: Targets;
beforeAll(async () => {
  const { url, key, email, dataDirectory } = await sharedSpeechService();
  await accountCommand(dataDirectory, "limits", email, "requests-per-minute=none");
  const home = running.use(await temporaryDataDirectory("status"));
  const { db } = running.use(await openStatusDatabase({ dataDirectory: home.path }));
  const token = "a-token-that-is-long-enough";
  const logger = pino({ level: "silent" });
  const options = { db, host: "127.0.0.1", port: 0, adminToken: token, logger };
  const status = running.use(await startStatusApi(options));
  targets = { service: { url, key }, status: { url: status.url, token } };
});
afterAll(() => running.disposeAsync());

test.each(SURFACES.map((surface) => [surface.name, surface] as const))(
  "%s: whatever is sent, the answer is one that the contract has",
  async (_name, surface) => {
    const inputs = Math.round((INPUTS * surface.share) / 100);
    const { fault, accepted, refused } = await fuzz(surface, targets, { inputs, seed: SEED });
    expect(fault).toBeUndefined();
    expect(accepted + refused).toBe(inputs);
    expect(accepted).toBeGreaterThan(0);
  },
);

test("the command watches a service of its own from its start to the end", async () => {
  const command = ["test/fuzz/run.ts", "--inputs", "500", "--only", "multipart", "--seed", "17"];
  const { stdout } = await execute(process.execPath, command, { cwd: projectRoot });
  expect(stdout).toMatch(/^\| multipart forms \| 60 .*\| 0 +\|$/m);
});

test("a loop that waits is held as one that computes, and one with nothing to do is not", async () => {
  using watch = new OwnHoldWatch();
  await sleep(50);
  const idle = await watch.look();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  const waited = await watch.look();
  const untilMs = process.cpuUsage().user / 1000 + 100;
  while (process.cpuUsage().user / 1000 < untilMs);
  const computed = await watch.look();
  expect(waited.heldMs - waited.computedMs).toBeGreaterThan(100);
  expect(computed.computedMs).toBeGreaterThan(50);
  expect(idle.computedMs).toBeLessThan(50);
});
