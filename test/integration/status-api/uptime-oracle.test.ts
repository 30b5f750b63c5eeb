import type { Kysely } from "kysely";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { casesOf, runsLong } from "../../support/lengths.ts";

import type { StatusDatabase } from "#migrations/status/schema.ts";
import { DaysDocument } from "#status-api/documents/component-document-schemas.ts";
import { StatusDocument } from "#status-api/documents/document-schemas.ts";

import { statusStarts } from "../../support/status-api/status-starts.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  type RawHistory,
  randomHistory,
  randomOf,
} from "../../support/status-api/random-histories.ts";
import { serveStatus } from "../../support/status-api/served-status.ts";
import { moveRevision, setUpPage } from "../../support/status-api/status-history.ts";
import { emptyTally, figuresOf, oracleAnswer } from "../../support/status-api/uptime-oracle.ts";

const HISTORIES_EACH = runsLong ? 250 : 50;

/** Where days begin, end and are under way; also where the clocks of Istanbul's past and of Europe changed. */
const moments = [
  "2026-11-21T00:00:00.000Z",
  "2026-03-29T00:00:00.001Z",
  "2026-10-25T13:37:11.219Z",
  "2028-02-29T23:59:59.999Z",
];

describeWithOneDatabase("uptime against an oracle", (empty) => {
  test.each(casesOf(moments.slice(0, 1), moments.slice(1)))(
    `agrees on ${HISTORIES_EACH} random histories to the last digit at %s`,
    async (moment) => {
      const nowMs = Date.parse(moment);
      const random = randomOf(Math.floor(nowMs / 1000));
      const histories = Array.from({ length: HISTORIES_EACH }, (_, index) =>
        randomHistory(`component-${index}`, nowMs, random),
      );
      await using status = await serveStatus(await empty(), nowMs, (db) =>
        writeHistories(db, histories, nowMs),
      );
      const { components } = Value.Parse(StatusDocument, await status.json("/api/v2/status.json"));
      const leaves = new Map(components.map((component) => [component.id, component]));
      for (const history of histories) {
        const expected = oracleAnswer(history, nowMs);
        expect(leaves.get(history.id)).toMatchObject({
          uptime_90d: expected.uptime,
          uptime_90d_coverage: expected.coverage,
        });
        const path = `/api/v2/components/${history.id}`;
        const document = Value.Parse(DaysDocument, await status.json(`${path}/days.json`));
        expect(document.uptime_90d).toBe(expected.uptime);
        expect(
          document.days.map(({ date, seconds, uptime, coverage }) => ({
            date,
            seconds,
            uptime,
            coverage,
          })),
        ).toEqual(expected.days);
        const recomputed = recompute(await status.text(`${path}/timeline.csv`));
        expect(recomputed.uptime).toBe(expected.uptime);
        expect(recomputed.coverage).toBe(expected.coverage);
        expect(recomputed.byWeights).toBe(expected.uptime);
      }
    },
    240_000,
  );
});

/** Writes each history as the prober would have: rows where the component's status changed. */
async function writeHistories(
  db: Kysely<StatusDatabase>,
  histories: readonly RawHistory[],
  nowMs: number,
): Promise<void> {
  await setUpPage(db, nowMs);
  await db
    .insertInto("components")
    .values(
      histories.map(({ id, startMs, knownUntilMs }, index) => ({
        id,
        name: JSON.stringify({ en: id }),
        description: JSON.stringify({}),
        position: index + 1,
        showcase: true,
        only_show_if_degraded: false,
        known_until: new Date(knownUntilMs),
        created_at: new Date(startMs),
      })),
    )
    .execute();
  const rows = histories.flatMap((history) => {
    const starts = statusStarts(history, nowMs);
    return starts.map(({ status, fromMs }, index) => ({
      component_id: history.id,
      status,
      from_at: new Date(fromMs),
      to_at: index + 1 < starts.length ? new Date(starts[index + 1]?.fromMs ?? 0) : null,
    }));
  });
  for (let index = 0; index < rows.length; index += 2000) {
    await db
      .insertInto("component_states")
      .values(rows.slice(index, index + 2000))
      .execute();
  }
  await moveRevision(db, nowMs);
}

/** Recomputes the figures as a reader of the CSV would, from the times and again from what each row says it weighs. */
function recompute(csv: string): { uptime: number; coverage: number; byWeights: number } {
  const [header, ...rows] = csv.trimEnd().split("\r\n");
  expect(header).toBe("from,to,status,seconds,counted,downtime_weight");
  const tally = emptyTally();
  let countedMs = 0n;
  let lostThousandths = 0n;
  let reached: string | undefined;
  for (const row of rows) {
    const [from = "", to = "", status = "", seconds = "", counted = "", weight = ""] =
      row.split(",");
    expect(from).toBe(reached ?? from);
    reached = to;
    const ms = BigInt(Date.parse(to) - Date.parse(from));
    expect(seconds).toBe((Number(ms) / 1000).toFixed(3));
    tally[status] = (tally[status] ?? 0n) + ms;
    if (counted === "true") countedMs += ms;
    lostThousandths += ms * BigInt(Math.round(Number(weight) * 1000));
  }
  const byWeights =
    countedMs === 0n
      ? 100
      : Number((10_000n * (1000n * countedMs - lostThousandths)) / (1000n * countedMs)) / 100;
  const { uptime, coverage } = figuresOf(tally);
  return { uptime, coverage, byWeights };
}
