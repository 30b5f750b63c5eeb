import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS, type ErrorKind } from "#service/http/errors.ts";
import { DOCUMENTED_ERRORS, type DocumentedError } from "../conformance/documented-errors.ts";
import { summary } from "../conformance/report.ts";
import { runRow, type Outcome } from "../conformance/runner.ts";
import { works } from "../conformance/row.ts";
import { TABLE } from "../conformance/table.ts";
import { startSpeechService, type SpeechService } from "../support/speech-service.ts";

const STARTING_MS = 420_000;
const ROW_MS = 600_000;
/** A fault of the service itself; nothing documented brings it about. */
const UNSEEN = "internal_error";

describe("the table of the interface", () => {
  const codes = Object.keys(ERRORS).filter((code) => code !== UNSEEN);

  test("has a row for every code, and none for a code that does not exist", () => {
    expect(new Set(TABLE.flatMap((row) => row.codes))).toEqual(new Set(codes));
    expect(Object.keys(DOCUMENTED_ERRORS).sort()).toEqual(codes.sort());
  });

  test("expects of every code what the service documents", () => {
    for (const [name, documented] of Object.entries<DocumentedError>(DOCUMENTED_ERRORS)) {
      const kind: ErrorKind = ERRORS[name as keyof typeof ERRORS];
      expect([
        name,
        kind.status,
        kind.type,
        kind.code,
        kind.retryAfterSeconds !== undefined,
      ]).toEqual([
        name,
        documented.status,
        documented.type,
        documented.code,
        documented.isTemporary === true,
      ]);
    }
  });

  test("names every row once", () => {
    const titles = TABLE.map(({ part, title }) => `${part} · ${title}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

describe("the rows of the interface that any client can see", () => {
  let service: SpeechService;
  beforeAll(async () => {
    service = await startSpeechService();
  }, STARTING_MS);
  afterAll(() => service[Symbol.asyncDispose]());

  const run = (row: (typeof TABLE)[number]) => runRow(row, { ...service, faults: new Map() });
  const rows = TABLE.filter(({ fault }) => fault === undefined);
  test.each(rows.map((row) => [`${row.part} · ${row.title}`, row] as const))(
    "%s",
    async (_title, row) => expect((await run(row)).reason).toBe(""),
    ROW_MS,
  );

  test("a row that makes no request does not pass", async () => {
    const outcome: Outcome = await run(works("errors", "nothing", async () => undefined));
    expect(outcome).toMatchObject({ result: "failed", reason: "it made no request" });
    expect(summary([outcome])).toBe("0 rows passed of 1 known\n1 failed");
  });
});
