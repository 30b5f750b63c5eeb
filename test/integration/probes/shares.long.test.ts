import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#migrations/status/schema.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { SHARING_MS } from "../../../probes/schedule/shares.ts";
import { slotAt } from "../../../probes/schedule/schedule.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { manyChecksConfiguration } from "../../support/probes/quick-configuration.ts";
import { standbyProber } from "../../support/probes/standby-prober.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const { checks } = manyChecksConfiguration("");
const PERIOD_MS = 10_000;
/** It is in a prober's random id which checks it has: it has as few as this once in a million times. */
const FEW = 3;
/** A prober reads every ten seconds who shares the checks, and may do so a little before it is written. */
const READ_BY_MS = 25_000;
const SHARED_BY_MS = 120_000;

/** A slot of a check as it was claimed, with what was found in it, if it was stored. */
interface Claimed {
  readonly check: string;
  readonly slotMs: number;
  readonly prober: string;
  readonly isStored: boolean;
}

describeWithPostgresql("three probers of one location, each a process", (server) => {
  let home: TemporaryDirectory;
  let target: Server;
  let requested: string[];
  const started = new Set<ChildProcess>();

  beforeEach(async () => {
    home = await temporaryDirectory("shares");
    requested = [];
    target = createServer((request, response) => {
      requested.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(target, "listening");
  });
  afterEach(async () => {
    for (const prober of started) prober.kill("SIGKILL");
    target.closeAllConnections();
    target.close();
    await home[Symbol.asyncDispose]();
  });

  async function readClaims(db: Database): Promise<Claimed[]> {
    const rows = await db
      .selectFrom("slot_claims")
      .leftJoin("observations", (join) =>
        join
          .onRef("slot_claims.check_id", "=", "observations.check_id")
          .onRef("slot_claims.slot", "=", "observations.slot")
          .on("observations.counted", "=", true),
      )
      .select(["slot_claims.check_id", "slot_claims.slot", "slot_claims.prober"])
      .select("observations.result")
      .execute();
    return rows.map(({ check_id, slot, prober, result }) => ({
      check: check_id,
      slotMs: slot.getTime(),
      prober,
      isStored: result !== null,
    }));
  }

  /** Resolves when each check's slot that `timeMs` lies in is stored, or can no longer be. */
  async function over(timeMs: number): Promise<void> {
    await sleep(slotAt(timeMs, PERIOD_MS) + 2 * PERIOD_MS + 5_000 - Date.now());
  }

  test(
    "share its checks, and lose no slot but those in the midst of which one is killed",
    { timeout: 420_000 },
    async () => {
      const url = await server().createDatabase();
      await using database = await openStatusDatabase({ url, dataDirectory: home.path });
      const address = target.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const args = [url, home.path, `http://127.0.0.1:${port}`, "many"];
      const probers = await Promise.all([1, 2, 3].map(() => standbyProber(args, started)));
      for (const prober of probers) prober.stdin?.write("go\n");
      await eventually("the first round", () => requested.length >= checks.length);
      await sleep(SHARING_MS + READ_BY_MS);

      // One that a busy machine lets begin late is counted on later.
      let sharedMs = 0;
      const shared = await eventually(
        "a slot that all three share",
        async () => {
          sharedMs = slotAt(Date.now(), PERIOD_MS) + PERIOD_MS;
          await over(sharedMs);
          const claims = (await readClaims(database.db)).filter(
            ({ slotMs }) => slotMs === sharedMs,
          );
          return new Set(claims.map(({ prober }) => prober)).size === 3 && claims;
        },
        SHARED_BY_MS,
      );
      expect(shared.filter(({ isStored }) => isStored)).toHaveLength(checks.length);
      const shares = [...Map.groupBy(shared, ({ prober }) => prober).values()];
      expect(Math.min(...shares.map(({ length }) => length))).toBeGreaterThan(FEW);

      const [victim] = probers;
      const killedMs = Date.now();
      const exited = victim && once(victim, "exit");
      victim?.kill("SIGKILL");
      await exited;
      await sleep(SHARING_MS + READ_BY_MS);
      const lastMs = slotAt(Date.now(), PERIOD_MS) + PERIOD_MS;
      await over(lastMs);

      const all = await readClaims(database.db);
      const claimed = all.filter(({ slotMs }) => slotMs >= sharedMs && slotMs <= lastMs);
      const slots = (lastMs - sharedMs) / PERIOD_MS + 1;
      expect(claimed).toHaveLength(slots * checks.length);
      const last = claimed.filter(({ slotMs }) => slotMs === lastMs);
      expect(Map.groupBy(last, ({ prober }) => prober).size).toBe(2);
      // What the killed one had claimed and not stored is lost, and nothing of before or after.
      const lost = claimed.filter(({ isStored }) => !isStored);
      const left = new Set(last.map(({ prober }) => prober));
      for (const { prober, slotMs } of lost) {
        expect(left).not.toContain(prober);
        expect(Math.abs(slotMs - killedMs)).toBeLessThan(2 * PERIOD_MS);
      }
      expect(lost.length).toBeLessThan(checks.length / 10);

      expect(new Set(requested).size).toBe(requested.length);
    },
  );
});
