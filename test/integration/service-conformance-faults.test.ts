import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFaultyService, type FaultyService } from "../conformance/faults/faulty-service.ts";
import type { Fault } from "../conformance/row.ts";
import { runRow } from "../conformance/runner.ts";
import { TABLE } from "../conformance/table.ts";
import { hasPostgresql, installPostgresql } from "../support/postgresql.ts";
import { hasRedis, installRedis } from "../support/redis.ts";

const STARTING_MS = 420_000;
const ROW_MS = 300_000;
const mayRun = hasPostgresql() && hasRedis();
const hint = mayRun ? "" : ` (to run it: ${installPostgresql}; ${installRedis})`;

describe.skipIf(!mayRun && process.env["CI"] !== "true")(
  `the rows of the interface that need a hand on the service${hint}`,
  () => {
    let service: FaultyService;
    const made = new Map<Fault, string>();
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
        if (!made.has(fault)) made.set(fault, await service.make(fault));
        const { reason, requests } = await runRow(row, { ...service, faults: made });
        expect(reason).toBe("");
        expect(requests).toBeGreaterThan(0);
      },
      ROW_MS,
    );
  },
);
