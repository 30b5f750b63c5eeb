import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { casesOf } from "../../support/lengths.ts";
import { EIGHT_OUTAGES } from "../../support/outage/eight-outages.ts";
import { outageFaults } from "../../support/outage/outage-faults.ts";
import { walkOutage } from "../../support/outage/walked-outage.ts";

describeWithOneDatabase("eight outages, minute by minute", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (database = await openStatusDatabase(await empty())));
  afterAll(() => database.close());
  beforeEach(() => emptyStatusTables(database.db));

  test.each(casesOf(EIGHT_OUTAGES.slice(0, 1), EIGHT_OUTAGES))(
    "$name: each cause is one incident, and nothing that is told of it contradicts what is",
    async (outage) => {
      const walked = await walkOutage(database.db, outage);
      expect(outageFaults(outage, walked)).toEqual([]);
    },
  );
});
