import { Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { serveMetrics } from "./metrics-server.ts";

const registry = new Registry();
new Gauge({ name: "probes", help: "A figure.", registers: [registry] }).set(1);

test("metrics without a token are for this machine, and for nobody through a proxy on it", async () => {
  await using server = await serveMetrics(registry, 0, undefined);
  const ask = (headers: Readonly<Record<string, string>>) =>
    fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
  expect(await (await ask({})).text()).toContain("probes 1");
  const refused = await ask({ "x-forwarded-for": "203.0.113.7" });
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await refused.text()).toContain("METRICS_TOKEN");
});
