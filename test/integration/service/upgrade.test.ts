import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sharedSpeechService, startSpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

test("a request that offers HTTP/2, as Java's client does, is answered over HTTP/1.1 with its body read", async () => {
  const service = await sharedSpeechService();
  const body = JSON.stringify({ word: "NATO", alias: "nato" });
  const sent = request(new URL("/v1/pronunciations", service.url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      connection: "Upgrade, HTTP2-Settings",
      upgrade: "h2c",
      "http2-settings": "AAMAAABkAAQAAP__",
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toEqual([
    201,
    expect.objectContaining({ word: "NATO", alias: "nato" }),
  ]);
});

test("a WebSocket where there is none is answered over HTTP, and keeps nobody from stopping", async () => {
  await using models = await temporaryDirectory("no-models");
  const service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  const sent = request(new URL("/healthz", service.url), {
    headers: { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" },
  });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toEqual([200, { status: "ok" }]);
  await service[Symbol.asyncDispose]();
});
