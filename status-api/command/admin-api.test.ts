import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApi, CommandError } from "./admin-api.ts";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let received: Received[] = [];
let answer: (response: ServerResponse) => unknown;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  const { method, url, headers } = request;
  received.push({ method, url, headers, body });
  answer(response);
});

let url: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => (received = []));

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status).end(JSON.stringify(value));

const Named = Type.Object({ id: Type.String() });
const api = () => adminApi(url, "secret", "ada");

test("a request is sent as its actor, without what is undefined in its query", async () => {
  answer = json({ id: "i1" });
  const query = { status: "open", limit: undefined, of: "a&b" };
  expect(await api().ask(Named, { path: "/incidents", query })).toEqual({ id: "i1" });
  expect(received).toMatchObject([
    {
      method: "GET",
      url: "/admin/incidents?status=open&of=a%26b",
      headers: { authorization: "Bearer secret", "x-actor": "ada" },
      body: "",
    },
  ]);
  expect(received[0]?.headers["idempotency-key"]).toBeUndefined();
  expect(received[0]?.headers["content-type"]).toBeUndefined();
});

test("a change has a key of its own, and its body as JSON", async () => {
  answer = json({ id: "i1" });
  await api().ask(Named, { method: "POST", path: "/incidents", body: { name: "ü" } });
  await api().ask(Named, { method: "DELETE", path: "/incidents/i1" });
  const [first, second] = received;
  expect(first?.headers["content-type"]).toBe("application/json");
  expect(first?.body).toBe('{"name":"ü"}');
  expect(first?.headers["idempotency-key"]).toMatch(/^[\da-f-]{36}$/);
  expect(second?.url).toBe("/admin/incidents/i1");
  expect(second?.headers["content-type"]).toBeUndefined();
  expect(second?.headers["idempotency-key"]).not.toBe(first?.headers["idempotency-key"]);
});

describe("an answer that is no use is refused", () => {
  const notKnown = "does not know this token; STATUS_ADMIN_TOKEN, or DATA_DIR with its file, takes";
  test.each<[string, (response: ServerResponse) => unknown, () => string]>([
    [
      "another shape",
      json({ name: "x" }),
      () => `${url} answered something else; is it a status API of this version?`,
    ],
    [
      "no JSON",
      (response) => response.end("<html>"),
      () => `${url} answered something else; is it a status API of this version?`,
    ],
    [
      "401",
      json({ error: { message: "no" } }, 401),
      () => `the status API at ${url} ${notKnown} that of the status API`,
    ],
    [
      "its own words",
      json({ error: { message: "no such incident" } }, 404),
      () => "no such incident",
    ],
    ["another refusal", json({ error: "no" }, 409), () => `the status API at ${url} answered 409`],
    [
      "no words",
      (response) => response.writeHead(502).end("<html>"),
      () => `the status API at ${url} answered 502`,
    ],
  ])("%s", async (_name, answered, message) => {
    answer = answered;
    const refused = api().ask(Named, { path: "/incidents/i1" });
    await expect(refused).rejects.toThrow(new CommandError(message()));
    expect(received).toHaveLength(1);
  });
});

test.each([
  ['attachment; filename="sent.wav"', "sent.wav"],
  ['attachment; filename="../sent.wav"', "download"],
  [undefined, "download"],
])("a download with %j is called %s", async (disposition, filename) => {
  answer = (response) => {
    if (disposition !== undefined) response.setHeader("content-disposition", disposition);
    response.end(Buffer.from([0, 255, 128]));
  };
  const found = await api().download("/admin/evidence/e1/audio/sent");
  expect(found).toEqual({ filename, bytes: Uint8Array.of(0, 255, 128) });
  expect(received[0]?.url).toBe("/admin/evidence/e1/audio/sent");
  expect(received[0]?.headers.authorization).toBe("Bearer secret");
});

test("a request whose connection broke is sent again with the same key, three times in all", async () => {
  const change = { method: "POST", path: "/incidents" } as const;
  answer = (response) => {
    if (received.length < 3) return response.socket?.destroy();
    return json({ id: "i1" })(response);
  };
  expect(await api().ask(Named, change)).toEqual({ id: "i1" });
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

test("a status API that is not there is said at once", async () => {
  const nobody = createServer().listen(0, "127.0.0.1");
  await once(nobody, "listening");
  const origin = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`;
  nobody.close();
  await once(nobody, "close");
  const begun = performance.now();
  await expect(adminApi(origin, "t", "ada").download("/x")).rejects.toThrow(
    new CommandError(
      `the status API at ${origin} cannot be reached (ECONNREFUSED); STATUS_URL says where it is`,
    ),
  );
  expect(performance.now() - begun).toBeLessThan(450);
});
