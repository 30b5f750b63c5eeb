import { once } from "node:events";
import { connect } from "node:net";
import { Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { type Readiness, serveMetrics } from "./metrics-server.ts";

const registry = new Registry();
new Gauge({ name: "probes", help: "A figure.", registers: [registry] }).set(1);

test("metrics without a token are for this machine, and for nobody through a proxy on it", async () => {
  await using server = await serveMetrics(registry, 0, {
    tokens: [],
    readiness: () => ({ status: "ok" }),
  });
  const ask = (headers: Readonly<Record<string, string>>) =>
    fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
  expect(await (await ask({})).text()).toContain("probes 1");
  const refused = await ask({ "x-forwarded-for": "203.0.113.7" });
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await refused.text()).toContain("METRICS_TOKEN");
});

test("health is for everybody: that it lives, and what it waits for before it probes", async () => {
  let readiness: Readiness = { status: "waiting", for: "api_key" };
  await using server = await serveMetrics(registry, 0, {
    tokens: ["sesame", "open"],
    readiness: () => readiness,
  });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [response.status, await response.json()];
  };
  for (const [token, status] of [
    ["sesame", 200],
    ["open", 200],
    ["other", 401],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
    expect(answer.status).toBe(status);
    await answer.text();
  }
  expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
  expect(await ask("/readyz")).toEqual([503, { status: "waiting", for: "api_key" }]);
  readiness = { status: "ok" };
  expect(await ask("/readyz")).toEqual([200, { status: "ok" }]);
  readiness = { status: "draining" };
  expect(await ask("/readyz")).toEqual([503, { status: "draining" }]);
});

/** Connects so often and writes the same on each connection; nothing of the answers is read. */
async function connections(port: number, count: number, bytes = ""): Promise<Disposable> {
  const stack = new DisposableStack();
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ port, host: "127.0.0.1" });
    stack.defer(() => void socket.destroy());
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(bytes);
  }
  return stack;
}

test("clients that wait, send half or read nothing keep nobody out", async () => {
  await using server = await serveMetrics(registry, 0, {
    tokens: [],
    readiness: () => ({ status: "ok" }),
  });
  for (const bytes of [
    "",
    "GET /metr",
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{",
  ]) {
    using _held = await connections(server.port, 400, bytes);
    const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    expect(await answer.json()).toEqual({ status: "ok" });
  }
});

test("figures that are asked for thousands of times at once are made a few times", async () => {
  const counted = new Registry();
  let made = 0;
  const text = "x".repeat(100_000);
  counted.metrics = async () => {
    made += 1;
    return text;
  };
  await using server = await serveMetrics(counted, 0, {
    tokens: [],
    readiness: () => ({ status: "ok" }),
  });
  const bytes = "GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n".repeat(2000);
  using _unread = await connections(server.port, 10, bytes);
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  expect(answer.headers.get("content-encoding")).toMatch(/^(?:br|gzip)$/);
  expect(await answer.text()).toBe(text);
  const plain = { headers: { "accept-encoding": "identity" } };
  expect(await (await fetch(answer.url, plain)).text()).toBe(text);
  expect(made).toBeLessThan(100);
});
