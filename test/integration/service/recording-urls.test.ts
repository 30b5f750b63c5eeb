import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fixtureClip,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { someModels } from "../../support/service/some-models.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

/** Answers at these addresses, of an organisation's own network. */
const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (path === "/clip.wav") response.end(wav);
  else if (path === "/led") response.writeHead(302, { location: "/clip.wav" }).end();
  else if (path === "/circle") response.writeHead(302, { location: "/circle" }).end();
  else if (path === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
  else if (path === "/metadata") {
    response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
  } else if (path === "/endless") {
    response.writeHead(200);
    const piece = Buffer.alloc(1024 * 1024);
    const more = () => response.write(piece, (error) => error ?? setImmediate(more));
    more();
  } else response.writeHead(404).end();
});
let wav: Buffer;
let base: string;
let models: TemporaryDirectory;
let service: SpeechService;
beforeAll(async () => {
  ({ wav } = await fixtureClip());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  models = await someModels("transcribe-1");
  service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    RECORDING_URL_ALLOW_PRIVATE: "true",
  });
}, 360_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
});

async function listen(url: string, credential = service.key) {
  const answer = await fetch(new URL("/v1/listen?model=nova-3", service.url), {
    method: "POST",
    headers: { authorization: `Token ${credential}`, "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });
  return { status: answer.status, body: await answer.json() };
}

test.each(["/clip.wav", "/led"])("a recording at %s is fetched and transcribed", async (path) => {
  const { status, body } = await listen(base + path);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toMatch(/merhaba/);
});

test.each([
  ["/none", "status 404"],
  ["/circle", "redirected more than 3 times"],
  ["/file", "public network"],
  ["/metadata", "public network"],
])("what is at %s is refused, and why is said", async (path, reason) => {
  expect(await listen(base + path)).toMatchObject({
    status: 400,
    body: { code: "invalid_request", param: "url", err_msg: expect.stringContaining(reason) },
  });
});

test("what goes on beyond an upload's size is cut off", async () => {
  expect(await listen(`${base}/endless`)).toMatchObject({
    status: 413,
    body: { code: "file_too_large", param: "url" },
  });
});

test("an anonymous session has nothing fetched", async () => {
  const begun = await fetch(new URL("/v1/sessions", service.url), {
    method: "POST",
    headers: { origin: service.url },
  });
  const { token } = (await begun.json()) as { readonly token: string };
  expect(await listen(`${base}/clip.wav`, token)).toMatchObject({
    status: 403,
    body: { code: "account_required", err_code: "INSUFFICIENT_PERMISSIONS", param: "url" },
  });
});

test("an address that nobody answers is refused, and a closed port named", async () => {
  expect(await listen("http://127.0.0.1:1025/")).toMatchObject({
    status: 400,
    body: { param: "url", err_msg: expect.stringContaining("ECONNREFUSED") },
  });
});
