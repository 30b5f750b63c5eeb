import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { casesOf } from "../../support/lengths.ts";
import { EIGHT_OUTAGES } from "../../support/outage/eight-outages.ts";
import { alertTexts } from "#status-api/texts/texts.ts";
import { languages } from "#web-kit/language/languages.ts";
import { broken, unrelated } from "../../support/outage/outage-rules.ts";
import { walkOutage } from "../../support/outage/walked-outage.ts";

const ALERTS_OF = ["alerts-en", "alerts-tr"];

describeWithOneDatabase("eight outages, minute by minute", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (database = await openStatusDatabase(await empty())));
  afterAll(() => database.close());
  beforeEach(() => emptyStatusTables(database.db));

  test.each(casesOf(EIGHT_OUTAGES.slice(0, 1), EIGHT_OUTAGES))(
    "$name: each cause is one incident, and nothing that is told of it contradicts what is",
    async (outage) => {
      const { moments, incidents, messages } = await walkOutage(database.db, outage);
      process.stdout.write(`${outage.name}: ${JSON.stringify(messages)}\n`);
      const told = moments.flatMap((moment, minute) =>
        broken(moment).map((what) => `minute ${minute}: ${what}`),
      );
      expect(told).toEqual([]);
      const mixed = moments.map(unrelated);
      const forLong = mixed.filter((ids, at) => ids.some((id) => mixed[at + 1]?.includes(id)));
      expect(forLong).toEqual([]);
      expect(incidents.map(({ memberIds }) => memberIds)).toEqual(outage.incidents);
      expect(incidents.every(({ isResolved }) => isResolved)).toBe(true);
      for (const receiver of ALERTS_OF) {
        expect(messages[receiver]).toBeLessThanOrEqual(outage.maxAlerts);
      }
      for (const language of languages) {
        const head = alertTexts[language].titles.trigger.split("{what}")[0]!;
        const begun = moments.flatMap(({ alertTitles }) => alertTitles[language]);
        expect(begun.filter((title) => title.startsWith(head)).length).toBeGreaterThanOrEqual(
          outage.incidents.length,
        );
      }
    },
  );
});
