import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { callApi, jsonBody } from "./call-api.ts";

/** The answers by path: the status, the headers and the body. */
const ANSWERS: Readonly<Record<string, readonly [number, Record<string, string>, string]>> = {
  "/text": [200, {}, "Merhaba."],
  "/made": [201, {}, ""],
  "/refused": [
    422,
    { "retry-after": "9" },
    JSON.stringify({ error: { code: "too_long", message: "Too long.", param: "input" } }),
  ],
  "/busy": [503, { "retry-after": "7" }, JSON.stringify({ error: { code: "busy" } })],
  "/plain": [502, {}, "Bad gateway"],
};

let server: Server;
let base = "";
beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const [status, headers, body] = ANSWERS[url] ?? [404, {}, ""];
    response.writeHead(status, { connection: "close", ...headers }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const failureAt = async (path: string): Promise<unknown> =>
  callApi(`${base}${path}`).catch((error: unknown) => error);

test("a successful response is returned as it is", async () => {
  expect(await (await callApi(`${base}/text`)).text()).toBe("Merhaba.");
  expect((await callApi(`${base}/made`)).status).toBe(201);
});

test.each([
  [
    "/refused",
    422,
    { code: "too_long", message: "Too long.", param: "input", retryAfterSeconds: 9 },
  ],
  ["/busy", 503, { code: "busy", retryAfterSeconds: 7 }],
  ["/plain", 502, { code: "http_502" }],
])(
  "a refusal at %s has its status %s and the problem of its body",
  async (path, status, problem) => {
    const error = await failureAt(path);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, problem });
  },
);

test("a connection that fails is a problem without a status", async () => {
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const error: unknown = await callApi(`http://127.0.0.1:${port}/`).catch(
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status).toBeUndefined();
});

test("an aborted call rejects with the reason of its signal", async () => {
  // A TypeError is otherwise a connection that failed.
  const reason = new TypeError("the reader went on");
  await expect(callApi(`${base}/text`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("a JSON body says what it is", () => {
  expect(jsonBody({ input: "Merhaba" })).toEqual({
    headers: { "content-type": "application/json" },
    body: '{"input":"Merhaba"}',
  });
});
