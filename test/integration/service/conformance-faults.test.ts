import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFaultyService, type FaultyService } from "../../conformance/faults/faulty-service.ts";
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

    const rows = TABLE.flatMap((row) =>
      row.fault === undefined ? [] : [[row.title, row, row.fault] as const],
    );
    test.each(rows)(
      "%s",
      async (_title, row, fault) => {
        await using made = await service.make(fault);
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
  },
);
