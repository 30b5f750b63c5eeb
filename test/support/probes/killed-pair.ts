import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { startProber } from "../../../probes/prober.ts";
import { describeWithPostgresql } from "../databases/every-database.ts";
import { quickConfiguration } from "./quick-configuration.ts";
import { standbyProber } from "./standby-prober.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

/** A killed prober's run takes so long that the kill often comes in the middle of it. */
const answerAfterMs = 150;

/** Declares the suite of a pair of probers, one of which is killed so many times. */
export function describeKilledPair(kills: number): void {
  describeWithPostgresql("a pair of probers, one of which is killed again and again", (server) => {
    let home: TemporaryDirectory;
    let target: Server;
    let requested: string[];
    const victims = new Set<ChildProcess>();

    beforeEach(async () => {
      home = await temporaryDirectory("pair");
      requested = [];
      target = createServer((request, response) => {
        requested.push(request.url ?? "");
        setTimeout(() => response.end(), answerAfterMs);
      }).listen(0, "127.0.0.1");
      await once(target, "listening");
    });
    afterEach(async () => {
      for (const victim of victims) victim.kill("SIGKILL");
      target.closeAllConnections();
      target.close();
      await home[Symbol.asyncDispose]();
    });

    test(
      "runs no slot twice, and loses one at most for each kill",
      { timeout: 900_000 },
      async () => {
        const url = await server().createDatabase();
        await using database = await openStatusDatabase({ url, dataDirectory: home.path });
        const address = target.address();
        const port = typeof address === "object" ? address?.port : undefined;
        const targetUrl = `http://127.0.0.1:${port}`;
        const metrics = new ProberMetrics("here");
        await using _steady = await startProber({
          db: database.db,
          configuration: quickConfiguration(targetUrl),
          apiKey: "",
          location: "here",
          dataDirectory: home.path,
          metrics,
          log: pino({ enabled: false }),
        });

        const args = [url, home.path, targetUrl];
        let next = standbyProber(args, victims);
        for (let kill = 0; kill < kills; kill += 1) {
          const victim = await next;
          next = standbyProber(args, victims);
          victim.stdin?.write("go\n");
          await sleep(100 + Math.random() * 900);
          const exited = once(victim, "exit");
          victim.kill("SIGKILL");
          await exited;
          victims.delete(victim);
        }
        const last = await next;
        last.kill("SIGKILL");
        // What the steady one has begun it ends and stores; one slot more says so.
        const requestedSoFar = requested.length;
        while (requested.length < requestedSoFar + 2) await sleep(100);

        const firstAttempts = requested.filter((path) => path.endsWith("/1"));
        expect(new Set(firstAttempts).size).toBe(firstAttempts.length);
        expect(new Set(requested).size).toBe(requested.length);

        const claims = await database.db.selectFrom("slot_claims").select("slot").execute();
        const found = await database.db
          .selectFrom("observations")
          .select("slot")
          .where("counted", "=", true)
          .execute();
        expect(new Set(found.map(({ slot }) => slot.getTime())).size).toBe(found.length);
        const foundSlots = new Set(found.map(({ slot }) => slot.getTime()));
        const newestMs = Math.max(...foundSlots);
        const lost = claims.filter(
          ({ slot }) => slot.getTime() < newestMs && !foundSlots.has(slot.getTime()),
        );
        expect(lost.length).toBeLessThanOrEqual(kills);
        expect(found.length).toBeGreaterThan(kills / 4);

        // Every other slot was run, but for those that the steady one says it missed itself.
        const oldestMs = Math.min(...claims.map(({ slot }) => slot.getTime()));
        const passed = (newestMs - oldestMs) / 1000 + 1;
        const missed = /^probe_missed_slots_total\{.*\} (\d+)$/m.exec(
          await metrics.registry.metrics(),
        );
        expect(foundSlots.size + lost.length).toBeGreaterThanOrEqual(
          passed - Number(missed?.[1] ?? 0),
        );
      },
    );
  });
}
