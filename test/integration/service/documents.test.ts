import { readFile } from "node:fs/promises";
import asyncApiSchemas from "@asyncapi/specs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "#service/contract/documents/operations.ts";
import { SOCKETS } from "#service/contract/documents/asyncapi.ts";
import { askJson, type Json } from "../../support/ask-json.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

/** It runs without models, for nothing here gets as far. */
let service: SpeechService;
let models: TemporaryDirectory;
beforeAll(async () => {
  models = await temporaryDirectory("no-models");
  service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

const ask = (method: string, path: string, body?: unknown) =>
  askJson(new URL(path, service.url), { credential: service.key, method, body });

const committed = async (name: string): Promise<Json> =>
  JSON.parse(await readFile(new URL(`../../../docs/${name}`, import.meta.url), "utf8")) as Json;

describe("anybody may read", () => {
  test("the OpenAPI document, which names the service that serves it", async () => {
    const answer = await fetch(new URL("/v1/openapi.json", service.url));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toEqual({
      ...(await committed("openapi.json")),
      servers: [{ url: service.url }],
    });
  });

  test("the AsyncAPI document, likewise", async () => {
    const answer = await fetch(new URL("/v1/asyncapi.json", service.url));
    expect(answer.status).toBe(200);
    const { servers, ...rest } = (await answer.json()) as Json;
    expect(servers).toMatchObject({ service: { host: new URL(service.url).host } });
    expect(await committed("asyncapi.json")).toMatchObject(rest);
  });

  test("the page of the documentation, which links to both", async () => {
    const page = await (await fetch(new URL("/docs", service.url))).text();
    for (const path of ["/v1/openapi.json", "/v1/asyncapi.json"]) {
      expect(page).toContain(`href="${path}"`);
    }
  });
});

describe("what is kept keeps to the format's own schema", () => {
  test("OpenAPI 3.1, with references that lead somewhere", async () => {
    const validator = new Validator();
    const document = await committed("openapi.json");
    expect(await validator.validate({ ...document })).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(JSON.stringify(validator.resolveRefs())).not.toContain('"$ref"');
    const { info: _, ...nameless } = document;
    expect(await new Validator().validate(nameless)).toMatchObject({ valid: false });
  });

  test("AsyncAPI 3.0", async () => {
    // The schema brings its dialect along under the dialect's own name.
    const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
    formats.default(ajv);
    const validate = ajv.compile(asyncApiSchemas.schemas["3.0.0"] as AnySchema);
    const document = await committed("asyncapi.json");
    void validate(document);
    expect(validate.errors).toBeNull();
    expect(validate({ ...document, channels: [] })).toBe(false);
  });

  test("AsyncAPI references, which lead somewhere", async () => {
    const document = await committed("asyncapi.json");
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    const paths = [...references].map(([, path = ""]) => path.split("/"));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const led = path.reduce<unknown>((value, name) => (value as Json)[name], document);
      expect([path, typeof led]).toEqual([path, "object"]);
    }
  });
});

test.each(OPERATIONS)("$method $path is a route, closed as described", async (operation) => {
  const { method, path, access } = operation;
  const address = new URL(path.replace("{id}", "none"), service.url);
  const { status } = await fetch(address, { method: method.toUpperCase() });
  // Without models the service is not ready.
  const open = path === "/readyz" ? 503 : 200;
  expect(status).toBe(access === "anonymous" ? open : 401);
});

test.each(SOCKETS)("$path is an address of sockets", async ({ path }) => {
  const { status, body } = await ask("GET", path);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('"This address takes WebSockets alone."');
});

/** Closes every object of a schema, so that a field that is not described is found out. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  );
  return "properties" in schema ? { additionalProperties: false, ...inner } : inner;
}

/** What of a body is not as the operation describes it. */
function strayFrom(id: string, body: unknown): unknown {
  const operation = OPERATIONS.find((one) => one.id === id);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(closed(operation?.answer.content["application/json"]) as AnySchema);
  void validate(body);
  return validate.errors;
}

describe("answers are as described", () => {
  test.each([
    ["listModels", "/v1/models"],
    ["readLimits", "/v1/limits"],
    ["readUsage", "/v1/usage"],
    ["listVoices", "/v1/voices"],
    ["listVoices", "/v1/voices?type=builtin"],
    ["readSynthesisHealth", "/health/synth"],
    ["readLiveness", "/healthz"],
  ])("%s of %s", async (id, path) => {
    const { status, body } = await ask("GET", path);
    expect(status).toBe(200);
    expect(strayFrom(id, body)).toBeNull();
  });

  test("a demo session", async () => {
    const { body } = await ask("POST", "/v1/sessions");
    expect(strayFrom("createSession", body)).toBeNull();
  });

  test("pronunciations", async () => {
    const created = await ask("POST", "/v1/pronunciations", { word: "SQL", alias: "es kü el" });
    expect(created.status).toBe(201);
    expect(strayFrom("createPronunciation", created.body)).toBeNull();
    const path = `/v1/pronunciations/${String(created.body["id"])}`;
    expect(strayFrom("readPronunciation", (await ask("GET", path)).body)).toBeNull();
    expect(
      strayFrom("listPronunciations", (await ask("GET", "/v1/pronunciations")).body),
    ).toBeNull();
    const preview = await ask("POST", "/v1/pronunciations/preview", { input: "SQL öğren" });
    expect(preview.body["replacements"]).toHaveLength(1);
    expect(strayFrom("previewPronunciations", preview.body)).toBeNull();
    expect(
      strayFrom("changePronunciation", (await ask("PATCH", path, { word: "SQLite" })).body),
    ).toBeNull();
    expect(strayFrom("deletePronunciation", (await ask("DELETE", path)).body)).toBeNull();
  });
});
