import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { heartbeatTo } from "./heartbeat.ts";

let status: number;
let methods: (string | undefined)[];
const server = createServer(({ method }, response) => {
  methods.push(method);
  response.writeHead(status).end("body");
});
let url: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let logged: Record<string, unknown>[];
const log = pino(
  { base: null, timestamp: false },
  { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
);
beforeEach(() => {
  [methods, logged] = [[], []];
});

const going = new AbortController().signal;

test("a heartbeat is one GET, and succeeds with any status under 400", async () => {
  const beat = heartbeatTo(url, log, going);
  for (status of [200, 204, 302, 399]) await beat();
  expect(methods).toEqual(["GET", "GET", "GET", "GET"]);
  expect(logged).toEqual([]);
});

test("the first of several failures is logged, and that it is over, without the address", async () => {
  const beat = heartbeatTo(url, log, going);
  for (status of [400, 503, 200, 200, 404]) await beat();
  const failing = "the heartbeat's address does not answer";
  expect(logged).toEqual([
    { level: 40, reason: "it answered 400", msg: failing },
    { level: 30, msg: "the heartbeat's address answers again" },
    { level: 40, reason: "it answered 404", msg: failing },
  ]);
});

test("without an address, and while the prober stops, nothing is said", async () => {
  await heartbeatTo(undefined, log, going)();
  await heartbeatTo(url, log, AbortSignal.abort())();
  expect(methods).toEqual([]);
  expect(logged).toEqual([]);
});
