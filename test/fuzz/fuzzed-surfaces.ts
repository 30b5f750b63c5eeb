import { afterAll, beforeAll, expect, test } from "vitest";
import { pino } from "pino";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import { fuzz } from "./runner.ts";
import type { Targets } from "./surface.ts";
import { SURFACES } from "./surfaces.ts";
import { ownDatabase } from "../support/databases/every-database.ts";
import { accountCommand } from "../support/service/account-command.ts";
import { sharedSpeechService } from "../support/service/speech-service.ts";

const SEED = 17;

/** Declares the tests that send so many inputs in all; `npm run fuzz` sends many more, and watches how long it is held and what memory it takes. */
export function testFuzzedSurfaces(inputsInAll: number): void {
  const running = new AsyncDisposableStack();
  let targets: Targets;
  beforeAll(async () => {
    const { url, key, email, dataDirectory } = await sharedSpeechService();
    await accountCommand(dataDirectory, "limits", email, "requests-per-minute=none");
    const { db } = running.use(await openStatusDatabase(running.use(await ownDatabase("status"))));
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
      const share = Math.round((inputsInAll * surface.share) / 100);
      const inputs = Math.max(surface.minInputs ?? 1, share);
      const { fault, accepted, refused } = await fuzz(surface, targets, { inputs, seed: SEED });
      expect(fault).toBeUndefined();
      expect(accepted + refused).toBe(inputs);
      expect(accepted).toBeGreaterThan(0);
    },
  );
}
