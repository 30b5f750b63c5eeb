import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { readAlertChecks } from "#monitor/store/alert-checks.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

describeWithOneDatabase("components that stand on each other", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());
  beforeEach(() => emptyStatusTables(status.db));

  test("are one incident, named by its root, and hold back the alerts of what stands on it", async () => {
    const { db } = status;
    const probing = new ScriptedProbing(db, [
      { id: "web", dependsOn: ["api"] },
      { id: "api", dependsOn: ["database"] },
      { id: "database" },
    ]);
    await probing.start();
    // The root goes down fifteen minutes after what stands on it, which is too late for one time.
    await probing.play({
      web: "oooffffffffffffffffffff",
      api: "ooooooooooooooooooffffff",
      database: "oooooooooooooooooooffff",
    });
    const incidents = await db.selectFrom("incidents").select(["name", "status"]).execute();
    expect(incidents).toMatchObject([{ name: { en: "Major outage: database" } }]);
    const [update] = await db
      .selectFrom("incident_updates")
      .select("body")
      .orderBy("created_at", "desc")
      .limit(1)
      .execute();
    expect(update?.body).toMatchObject({
      en: expect.stringContaining("As a consequence, web and api are affected."),
    });
    const held = async () => {
      const checks = await readAlertChecks(db as never, probing.nowMs);
      return Object.fromEntries(checks.map((one) => [one.componentId, one.isConsequence]));
    };
    expect(await held()).toEqual({ web: true, api: true, database: false });

    await probing.play({ web: "ffff", api: "oooo", database: "oooo" });
    expect(await held()).toEqual({ web: false, api: false, database: false });
    expect(await db.selectFrom("incidents").select("name").execute()).toMatchObject([
      { name: { en: "Major outage: database" } },
    ]);
    await probing.play({ web: "oooooooo", api: "oooooooo", database: "oooooooo" });
    expect(await db.selectFrom("incidents").select("status").execute()).toEqual([
      { status: "resolved" },
    ]);
  });
});
