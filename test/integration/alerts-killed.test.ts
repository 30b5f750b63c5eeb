import { expect, test } from "vitest";
import { killAlerting } from "../chaos/alerts/kills.ts";
import { hasPostgresql, installPostgresql } from "../support/databases/postgresql.ts";
import { randomOf } from "../support/status-api/random-histories.ts";

const mayRun = hasPostgresql() || process.env["CI"] === "true";
const hint = mayRun ? "" : ` (to run it: ${installPostgresql})`;

// `npm run chaos -- --only alerts` kills more often.
test.skipIf(!mayRun)(
  `no alert is lost, and none told twice unsaid, when prober and status API are killed${hint}`,
  async () => {
    const { complaints, acknowledged } = await killAlerting(3, randomOf(27));
    expect(complaints).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
