// The long tests of the other file too; see test/support/lengths.ts.
import "./conformance.test.ts";
import { expect, test } from "vitest";
import { runRow } from "../../conformance/runner.ts";
import { TABLE } from "../../conformance/table.ts";
import { conformanceSubject } from "../../conformance/subject.ts";

const ROW_MS = 600_000;
/** Filling a list of 500 up takes more requests than an account may send in a minute. */
const HIGH_LIMIT = "requests-per-minute=2000";

const rows = TABLE.filter(({ isLong }) => isLong);

// They wait most of their time, each with an account of its own.
test.concurrent.each(rows.map((row) => [`${row.part} · ${row.title}`, row] as const))(
  "%s",
  async (_title, row) => {
    const subject = await conformanceSubject(HIGH_LIMIT);
    const { reason, result } = await runRow(row, subject);
    expect([reason, result]).toEqual(["", "passed"]);
  },
  ROW_MS,
);
