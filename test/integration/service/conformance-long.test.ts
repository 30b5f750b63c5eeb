import { afterAll, beforeAll, expect, test } from "vitest";
import { runRow, type Subject } from "../../conformance/runner.ts";
import { TABLE } from "../../conformance/table.ts";
import { startConformanceSubject } from "../../support/service/conformance-subject.ts";

const STARTING_MS = 420_000;
const ROW_MS = 600_000;

let subject: Subject;
const running = new AsyncDisposableStack();
beforeAll(async () => {
  subject = await startConformanceSubject(running);
}, STARTING_MS);
afterAll(() => running.disposeAsync());

test.each(
  TABLE.filter(({ isLong }) => isLong).map((row) => [`${row.part} · ${row.title}`, row] as const),
)(
  "%s",
  async (_title, row) => {
    const { reason, result } = await runRow(row, subject);
    expect([reason, result]).toEqual(["", "passed"]);
  },
  ROW_MS,
);
