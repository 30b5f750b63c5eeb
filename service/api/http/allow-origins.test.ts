import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowOrigins } from "./allow-origins.ts";

const OWN = "https://app.example.com";
const OTHER = "https://other.example.com";
const apps: FastifyInstance[] = [];
const routes: string[] = [];

/** Listens with one route, and notes the routes that are added after the origins. */
async function listening(origins: readonly string[]): Promise<string> {
  const app = Fastify();
  apps.push(app);
  await allowOrigins(app, origins);
  app.addHook("onRoute", ({ method, url }) => void routes.push(`${String(method)} ${url}`));
  app.post("/v1/audio/speech", async (_request, reply) =>
    reply.header("x-request-id", "req_1").send("audio"),
  );
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

let url: string;
beforeAll(async () => {
  url = await listening([OWN, "https://admin.example.com"]);
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const preflight = (origin: string, address = url) =>
  fetch(`${address}/v1/audio/speech`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
const post = (origin: string) =>
  fetch(`${url}/v1/audio/speech`, { method: "POST", headers: { origin } });

test("a page of a listed origin may send its token, and read the answer's headers, but sends no cookies", async () => {
  const { status, headers } = await preflight(OWN);
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-origin")).toBe(OWN);
  expect(headers.get("access-control-allow-headers")).toBe("authorization,content-type");
  expect(headers.get("access-control-allow-methods")).toContain("POST");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  const answer = await post(OWN);
  expect(answer.headers.get("access-control-allow-origin")).toBe(OWN);
  expect(answer.headers.get("access-control-expose-headers")).toContain("x-request-id");
  expect(answer.headers.get("vary")).toMatch(/origin/i);
});

test("a page of another origin is allowed nothing", async () => {
  for (const { headers } of [await preflight(OTHER), await post(OTHER)]) {
    expect(headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("* allows every origin, and none is allowed where none is listed", async () => {
  const open = await preflight(OTHER, await listening(["*"]));
  expect(open.headers.get("access-control-allow-origin")).toBe("*");
  const closed = await preflight(OWN, await listening([]));
  expect(closed.status).toBe(404);
});

test("the routes that are there stay those that are told", () => {
  expect(new Set(routes)).toEqual(new Set(["POST /v1/audio/speech"]));
});
