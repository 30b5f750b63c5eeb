import { afterEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { HOUR_MS } from "#units/time.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { CAUSED_COMPONENTS, seededCauses } from "../../support/probes/seeded-causes.ts";
import { minuteMs, ScriptedProbing, startMs } from "../../support/probes/scripted-probing.ts";

const MINUTES = 30 * 24 * 60;
const HOUR = HOUR_MS / minuteMs;
/** What is played minute by minute around each failure; the rest is recorded hour by hour. */
const BEFORE = 3;
const AFTER = 12;

describeWithOneDatabase("thirty days", (empty) => {
  let database: OpenDatabase<StatusDatabase> | undefined;
  afterEach(() => database?.close());

  test.each([11, 12])(
    "of seed %i have one incident for each cause, with whom it concerned",
    { timeout: 900_000 },
    async (seed) => {
      database = await openStatusDatabase(await empty());
      const { db } = database;
      const causes = seededCauses(seed, MINUTES);
      const failures = causes.flatMap(({ reason, failing }) =>
        [...failing].flatMap(([id, times]) =>
          times.map(([from, to]) => ({ id, reason, from, to })),
        ),
      );
      const probing = new ScriptedProbing(
        db,
        CAUSED_COMPONENTS.map((id) => ({ id })),
      );
      await probing.start();
      for (let minute = 0; minute < MINUTES;) {
        const isNear = failures.some(
          ({ from, to }) => minute >= from - BEFORE && minute < to + AFTER,
        );
        if (!isNear) {
          const next = failures.map(({ from }) => from - BEFORE).filter((from) => from > minute);
          const quiet = Math.min(HOUR, MINUTES - minute, ...next.map((from) => from - minute));
          await probing.pass(quiet);
          minute += quiet;
          continue;
        }
        const now = failures.filter(({ from, to }) => minute >= from && minute < to);
        for (const { id, reason } of now) probing.failFor(id, reason);
        await probing.play(
          Object.fromEntries(
            CAUSED_COMPONENTS.map((id) => [id, now.some((one) => one.id === id) ? "f" : "o"]),
          ),
        );
        minute += 1;
      }
      expect(causes.length).toBeGreaterThan(10);
      const rows = await db
        .selectFrom("incidents")
        .innerJoin("incident_components", "incident_components.incident_id", "incidents.id")
        .select(["incidents.id", "started_at", "resolved_at", "component_id"])
        .orderBy("component_id")
        .execute();
      const incidents = [...Map.groupBy(rows, ({ id }) => id).values()].map((members) => {
        const { started_at: startedAt, resolved_at: resolvedAt } = members[0]!;
        const minute = Math.floor((startedAt.getTime() - startMs) / minuteMs);
        return [minute, members.map((one) => one.component_id).join(" "), resolvedAt !== null];
      });
      const implied = causes.map(({ failing }) => {
        const minute = Math.min(...[...failing.values()].flat().map(([from]) => from));
        return [minute, [...failing.keys()].toSorted().join(" "), true];
      });
      const sorted = (all: readonly unknown[][]) => all.map((one) => one.join(" | ")).toSorted();
      expect(sorted(incidents)).toEqual(sorted(implied));
    },
  );
});
