import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startFaultyService,
  type FaultyService,
  type MadeFault,
} from "../../conformance/faults/faulty-service.ts";
import type { Fault, Row } from "../../conformance/row.ts";
import { runRow } from "../../conformance/runner.ts";
import { TABLE } from "../../conformance/table.ts";
import { hasPostgresql, installPostgresql } from "../../support/databases/postgresql.ts";
import { hasRedis, installRedis } from "../../support/databases/redis.ts";

const STARTING_MS = 420_000;
const ROW_MS = 300_000;
const mayRun = hasPostgresql() && hasRedis();
const hint = mayRun ? "" : ` (to run it: ${installPostgresql}; ${installRedis})`;

describe.skipIf(!mayRun && process.env["CI"] !== "true")(
  `the rows of the interface that need a hand on the service${hint}`,
  () => {
    let service: FaultyService;
    beforeAll(async () => {
      service = await startFaultyService();
    }, STARTING_MS);
    afterAll(() => service[Symbol.asyncDispose]());

    describe.each(faultRuns())("$fault", ({ fault, rows }) => {
      let made: MadeFault;
      beforeAll(async () => {
        made = await service.make(fault);
      }, ROW_MS);
      afterAll(() => made[Symbol.asyncDispose]());

      test.each(rows.map((row) => [row.title, row] as const))(
        "%s",
        async (_title, row) => {
          const { url, key } = service;
          const outcome = await runRow(row, {
            url,
            key,
            ttsUrl: url,
            statusUrl: undefined,
            compatModel: "whisper-1",
            faults: new Map([[fault, made.handed]]),
          });
          expect(outcome.reason).toBe("");
          expect(outcome.result).toBe("passed");
          expect(outcome.requests).toBeGreaterThan(0);
        },
        ROW_MS,
      );
    });
  },
);

interface FaultRun {
  readonly fault: Fault;
  readonly rows: Row[];
}

/** Rows that follow each other and see the same fault, which is made once for them: a model that has to start anew takes its time. */
function faultRuns(): readonly FaultRun[] {
  const found: FaultRun[] = [];
  for (const row of TABLE) {
    const { fault } = row;
    if (fault === undefined) continue;
    const last = found.at(-1);
    // A process that hangs for half a minute is given up.
    if (last?.fault === fault && fault !== "model-hanging") last.rows.push(row);
    else found.push({ fault, rows: [row] });
  }
  return found;
}
