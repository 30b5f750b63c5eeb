import { expect, test } from "vitest";
import { killAlerting } from "./kills.ts";
import { hasPostgresql, installPostgresql } from "../../support/databases/postgresql.ts";
import { randomOf } from "../../support/status-api/random-histories.ts";

const mayRun = hasPostgresql() || process.env["CI"] === "true";
const hint = mayRun ? "" : ` (to run it: ${installPostgresql})`;

/** Declares the test of prober and status API, killed so many times while they tell alerts. */
export function describeKilledAlerting(kills: number): void {
  test.skipIf(!mayRun)(
    `no alert is lost, and none told twice unsaid, when prober and status API are killed${hint}`,
    async () => {
      const { complaints, acknowledged } = await killAlerting(kills, randomOf(27));
      expect(complaints).toEqual([]);
      expect(acknowledged).toBeGreaterThan(0);
    },
  );
}
