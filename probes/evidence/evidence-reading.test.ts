import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CompiledQuery, DummyDriver } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { ListedEvidence, WholeEvidence } from "#monitor/domain/evidence-document.ts";
import { EvidenceError, evidenceInDatabase, evidenceOverHttp } from "./evidence-reading.ts";
import { drivenDatabase } from "../../test/support/databases/driven-database.ts";

const listed: ListedEvidence = {
  id: "e/1",
  check_id: "a check",
  location: "ankara",
  slot: "2026-11-21T10:00:00.000Z",
  attempt: 1,
  passed: false,
  result: "failed",
  reason: null,
};

const whole: WholeEvidence = {
  ...listed,
  facts: {
    kind: "synthesis",
    message: null,
    started_at: "2026-11-21T10:00:00.000Z",
    duration_ms: 1,
    phases: {},
    measures: {},
    input_text: "bir",
    texts: {},
    differences: null,
    exchanges: [],
    seed: "s",
    versions: { prober: "1", node: "v24" },
    cut: [],
  },
};

const requested: (string | undefined)[] = [];
const tokens = new Set<string | undefined>();
let answer: (response: ServerResponse) => unknown;
const server = createServer(({ url, headers }, response) => {
  requested.push(url);
  tokens.add(headers.authorization);
  answer(response);
});

let statusUrl: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  statusUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status).end(JSON.stringify(value));
const source = () => evidenceOverHttp(statusUrl, "secret");

test("the newest 50 are listed, of one check or of all", async () => {
  answer = json({ data: [listed], has_more: true });
  expect(await source().list(undefined)).toEqual([listed]);
  expect(await source().list("a check")).toEqual([listed]);
  expect(requested.slice(-2)).toEqual([
    "/admin/evidence?limit=50",
    "/admin/evidence?limit=50&check=a%20check",
  ]);
  expect([...tokens]).toEqual(["Bearer secret"]);
});

test("one is read with its facts, and its recording", async () => {
  answer = json(whole);
  expect(await source().read("e/1")).toEqual(whole);
  answer = (response) => response.end(Buffer.from([1, 0, 255]));
  expect(await source().sentAudio("e/1")).toEqual(Uint8Array.of(1, 0, 255));
  expect(requested.slice(-2)).toEqual([
    "/admin/evidence/e%2F1",
    "/admin/evidence/e%2F1/audio/sent",
  ]);
});

test("what is not there is undefined", async () => {
  answer = json({ error: { message: "no such evidence" } }, 404);
  expect(await source().read("e1")).toBeUndefined();
  expect(await source().sentAudio("e1")).toBeUndefined();
});

describe("a source that cannot be read is refused in one line", () => {
  test("of another version", async () => {
    const message = `${statusUrl} is of another version: its evidence cannot be read`;
    answer = json({ ...whole, facts: {} });
    await expect(source().read("e1")).rejects.toThrow(new EvidenceError(message));
    answer = json({ data: [{ id: "e1" }] });
    await expect(source().list(undefined)).rejects.toThrow(new EvidenceError(message));
    answer = json({}, 404);
    await expect(source().list(undefined)).rejects.toThrow(new EvidenceError(message));
  });

  test("of another status", async () => {
    answer = json({}, 401);
    await expect(source().read("e1")).rejects.toThrow(
      new EvidenceError(`${statusUrl}/admin/evidence/e1 answers with status 401`),
    );
  });

  test("that breaks off", async () => {
    answer = (response) => response.socket?.destroy();
    await expect(source().read("e1")).rejects.toThrow(
      new EvidenceError(`${statusUrl}/admin/evidence/e1 does not answer: other side closed`),
    );
  });
});

describe("evidence in a database", () => {
  /** A source over a database that answers every query with these rows, and notes the queries. */
  function sourceOf(...rows: readonly object[]) {
    const queries: string[] = [];
    const closed: string[] = [];
    class Driver extends DummyDriver {
      override async acquireConnection() {
        return {
          ...(await super.acquireConnection()),
          executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
            queries.push(`${sql} ${JSON.stringify(parameters)}`);
            return { rows: [...rows] as Row[] };
          },
        };
      }
    }
    const db = drivenDatabase<StatusDatabase>(new Driver());
    const evidence = evidenceInDatabase({ db, close: async () => void closed.push("closed") });
    return { evidence, queries, closed };
  }

  const slot = new Date(listed.slot);

  test("is listed newest first, of one check or of all", async () => {
    const { evidence, queries } = sourceOf({ ...listed, slot });
    expect(await evidence.list(undefined)).toEqual([listed]);
    expect(await evidence.list("stt")).toEqual([listed]);
    const order = /order by "slot" desc, "id" desc limit \$\d /;
    expect(queries).toEqual([expect.stringMatching(order), expect.stringMatching(order)]);
    expect(queries[0]).not.toContain("where");
    expect(queries[0]).toMatch(/ \[50\]$/);
    expect(queries[1]).toMatch(/where "check_id" = \$1 .* \["stt",50\]$/);
  });

  test("is read by its id, and closed with its source", async () => {
    const { evidence, queries, closed } = sourceOf({ ...whole, slot, content: Buffer.from([1]) });
    const { content: _content, ...read } = Object(await evidence.read("e1"));
    expect(read).toEqual(whole);
    expect(await evidence.sentAudio("e1")).toEqual(Uint8Array.of(1));
    expect(queries[0]).toMatch(/from "evidence" where "id" = \$1 \["e1"\]$/);
    expect(queries[1]).toMatch(/where "evidence_id" = \$1 and "name" = \$2 \["e1","sent"\]$/);
    await evidence[Symbol.asyncDispose]();
    expect(closed).toEqual(["closed"]);
  });

  test("is undefined where there is none, and refused where another version kept it", async () => {
    const none = sourceOf().evidence;
    expect(await none.read("e1")).toBeUndefined();
    expect(await none.sentAudio("e1")).toBeUndefined();
    await expect(sourceOf({ ...whole, slot, facts: {} }).evidence.read("e1")).rejects.toThrow(
      new EvidenceError("evidence e1 was kept by another version, and cannot be read"),
    );
  });
});
