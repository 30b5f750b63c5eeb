import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

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

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks for a path as it is written; fetch would change it, and unpack what comes. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          body: Buffer.concat(pieces),
        }),
      );
    });
    sent.on("error", reject).end();
  });
}

test.each([
  "/v1/openapi.json",
  "/v1/asyncapi.json",
  "/",
  "/demo",
  "/docs",
  "/docs/reference",
  "/llms.txt",
  "/llms-full.txt",
  "/docs/search-tr.json",
])("%s is the same bytes for all, with what caches ask for, and compressed", async (path) => {
  const plain = await ask(path);
  expect(plain.status).toBe(200);
  const { etag = "", "cache-control": caching } = plain.headers;
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(caching).toMatch(/max-age|no-cache/);
  expect((await ask(path)).body.equals(plain.body)).toBe(true);
  const kept = await ask(path, { "if-none-match": String(etag) });
  expect([kept.status, kept.body.length]).toEqual([304, 0]);
  for (const [encoding, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const packed = await ask(path, { "accept-encoding": encoding });
    expect(packed.headers["content-encoding"]).toBe(encoding);
    expect(packed.headers["vary"]).toContain("accept-encoding");
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
  }
});

test("each language has its own", async () => {
  const [english, turkish] = await Promise.all(
    ["en", "tr"].map((language) => ask("/docs", { "accept-language": language })),
  );
  expect(english?.headers["etag"]).not.toBe(turkish?.headers["etag"]);
  expect(String(turkish?.body)).toContain('<html lang="tr"');
});

test("a page that is not there leads to no other host, and is not kept", async () => {
  for (const path of ["//evil.example/x", "/\\evil.example", "/nowhere?a=//evil.example"]) {
    const { status, body, headers } = await ask(path, { accept: "text/html" });
    expect(status).toBe(404);
    expect(String(body)).not.toContain("evil.example");
    expect(String(body)).toContain('href="?lang=tr"');
    const again = await ask(path, {
      accept: "text/html",
      "if-none-match": String(headers["etag"]),
    });
    expect(again.status).toBe(404);
  }
});

test("the pages of signing in are kept by nobody", async () => {
  for (const path of ["/dashboard", "/dashboard/sign-up"]) {
    const { status, headers } = await ask(path, { "accept-encoding": "br" });
    expect([status, headers["cache-control"], headers["etag"]]).toEqual([
      200,
      "no-store",
      undefined,
    ]);
    expect(headers["content-encoding"]).toBe("br");
  }
});
