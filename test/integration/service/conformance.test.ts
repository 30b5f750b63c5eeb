import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, shortTest } from "../../support/lengths.ts";
import { summary } from "../../conformance/report.ts";
import { works, type Row } from "../../conformance/row.ts";
import { runRow, type Subject } from "../../conformance/runner.ts";
import { TABLE } from "../../conformance/table.ts";
import { conformanceSubject, startStatusPage } from "../../conformance/subject.ts";

const STARTING_MS = 420_000;
const ROW_MS = 600_000;
/** How many rows there are to one that `npm test` asks. */
const ONE_OF_SO_MANY = 9;

let subject: Subject;
const running = new AsyncDisposableStack();
beforeAll(async () => {
  subject = { ...(await conformanceSubject()), statusUrl: await startStatusPage(running) };
}, STARTING_MS);
afterAll(() => running.disposeAsync());

describe("the rows of the interface that any client can see", () => {
  const rows = TABLE.filter(({ fault, isLong }) => fault === undefined && !isLong);
  const short = rows.filter((_row, place) => place % ONE_OF_SO_MANY === 0);
  test.each(
    casesOf(
      short,
      rows.filter((row) => !short.includes(row)),
    ).map((row) => [`${row.part} · ${row.title}`, row] as const),
  )(
    "%s",
    async (_title, row) => {
      const { reason, result } = await runRow(row, subject);
      expect([reason, result]).toEqual(["", "passed"]);
    },
    ROW_MS,
  );
});

describe("what did not happen does not count", () => {
  const outcomeOf = async (row: Row, other: Partial<Subject> = {}) => {
    const outcome = await runRow(row, { ...subject, ...other });
    return [outcome.result, outcome.reason, summary([outcome])];
  };

  shortTest("a row that makes no request fails", async () => {
    expect(await outcomeOf(works("errors", "nothing", async () => undefined))).toEqual([
      "failed",
      "it made no request",
      "0 rows passed of 1 known\n1 failed",
    ]);
  });

  shortTest("a row whose fault nobody made is not run", async () => {
    const row = TABLE.find(({ fault }) => fault === "redis-away")!;
    expect(await outcomeOf(row)).toEqual([
      "not run",
      "needs redis-away",
      "0 rows passed of 1 known\n1 not run, for they need a hand on the service: needs redis-away",
    ]);
  });

  shortTest("a row of the status page is not asked without one", async () => {
    const row = TABLE.find(({ asksStatusPage }) => asksStatusPage === true)!;
    expect(await outcomeOf(row, { statusUrl: undefined })).toEqual([
      "not asked",
      "needs --status-url",
      "0 rows passed of 1 known\n1 not asked: needs --status-url",
    ]);
  });

  test.each(casesOf([], [200, 400]))(
    "a server that answers everything with %s passes no row",
    async (status) => {
      const server = createServer((request, response) => {
        request.resume().once("end", () => {
          const headers = { "content-type": "application/json", "x-request-id": "req_123456" };
          response.writeHead(status, headers).end("{}");
        });
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const passed: string[] = [];
      for (const row of TABLE.filter(({ fault }) => fault === undefined)) {
        const other = { url, ttsUrl: url, statusUrl: url };
        const { result } = await runRow(row, { ...subject, ...other });
        if (result !== "failed") passed.push(row.title);
      }
      server.close();
      expect(passed).toEqual([]);
    },
    ROW_MS,
  );
});
