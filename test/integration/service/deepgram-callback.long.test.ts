import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHash } from "node:crypto";
import { DeepgramClient, DeepgramError } from "@deepgram/sdk";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { someModels } from "../../support/service/some-models.ts";
import {
  fixtureClip,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const SAID = /merhaba/i;

let wav: Buffer;
let models: TemporaryDirectory;
let service: SpeechService;
let receiver: WebhookReceiver;
/** Serves the clip. */
const files = createServer((_request, response) => response.end(wav));
let filesUrl: string;

beforeAll(async () => {
  ({ wav } = await fixtureClip());
  models = await someModels("transcribe-1");
  receiver = await startWebhookReceiver();
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    RECORDING_URL_ALLOW_PRIVATE: "true",
    WEBHOOK_ALLOW_PRIVATE: "true",
  });
}, 360_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
  files.close();
});

function deepgram(apiKey = service.key): DeepgramClient {
  return new DeepgramClient({ apiKey, baseUrl: service.url, maxRetries: 0 });
}

/** Returns the next request that the receiver gets after `ask` was accepted. */
async function calledBack(ask: () => Promise<object>) {
  const before = receiver.received.length;
  const accepted = await ask();
  expect(accepted).toEqual({ request_id: expect.stringMatching(/^req_/) });
  const { request_id: requestId } = accepted as { readonly request_id: string };
  const [sent] = (await receiver.got(before + 1)).slice(before);
  return { requestId, ...sent! };
}

const transcriptOf = (body: unknown) => {
  type Heard = { results: { channels: { alternatives: { transcript: string }[] }[] } };
  return (body as Heard).results.channels.map(({ alternatives }) => alternatives[0]?.transcript);
};

test("a recording is accepted at once, and its transcript sent in Deepgram's form", async () => {
  const { requestId, headers, body, text } = await calledBack(() =>
    deepgram().listen.v1.media.transcribeFile(
      wav,
      {
        model: "nova-3",
        smart_format: true,
        utterances: true,
        keyterm: ["İstanbul"],
        callback: `${receiver.url}/done`,
      },
      { queryParams: { callback_secret: SECRET } },
    ),
  );
  expect(transcriptOf(body)).toEqual([expect.stringMatching(/^Merhaba.*[.?]$/s)]);
  expect(body.results.utterances.length).toBeGreaterThan(0);
  expect(body.metadata).toMatchObject({
    request_id: requestId,
    sha256: createHash("sha256").update(wav).digest("hex"),
    models: ["transcribe-1"],
    duration: expect.closeTo(wav.length / 32_000, 1),
  });
  expect(headers["content-type"]).toContain("application/json");
  expect(headers["dg-token"]).toMatch(/./);
  new Webhook(SECRET).verify(text, headers as Record<string, string>);
});

test("it says the same as an answer without callback", async () => {
  const options = { model: "nova-3", detect_language: true, paragraphs: true } as const;
  const direct = await deepgram().listen.v1.media.transcribeFile(wav, options);
  const { body } = await calledBack(() =>
    deepgram().listen.v1.media.transcribeFile(wav, { ...options, callback: receiver.url }),
  );
  expect(body.results).toEqual((direct as { readonly results: unknown }).results);
});

test("a recording at an address, whose transcript is sent by PUT", async () => {
  const methods: (string | undefined)[] = [];
  receiver.answerWith((response) => {
    methods.push(response.req.method);
    response.writeHead(204).end();
  });
  const { body, requestId } = await calledBack(() =>
    deepgram().listen.v1.media.transcribeUrl({
      url: `${filesUrl}/clip.wav`,
      model: "nova-3",
      callback: receiver.url,
      callback_method: "PUT",
    }),
  );
  expect(methods).toEqual(["PUT"]);
  expect(body.metadata.request_id).toBe(requestId);
  expect(transcriptOf(body)).toEqual([expect.stringMatching(SAID)]);
});

test("samples alone", async () => {
  const { body } = await calledBack(() =>
    deepgram().listen.v1.media.transcribeFile(
      wav.subarray(44),
      { model: "nova-3", encoding: "linear16", callback: receiver.url },
      { queryParams: { sample_rate: 16_000 } },
    ),
  );
  expect(transcriptOf(body)).toEqual([expect.stringMatching(SAID)]);
});

test("what cannot be transcribed is told in Deepgram's shape of an error", async () => {
  const { requestId, body } = await calledBack(() =>
    deepgram().listen.v1.media.transcribeFile(Buffer.from("no audio"), {
      model: "nova-3",
      callback: receiver.url,
    }),
  );
  expect(body).toMatchObject({
    err_code: "Bad Request",
    code: "undecodable_audio",
    request_id: requestId,
  });
});

test("it is a job of the account, with its transcript", async () => {
  await calledBack(() =>
    deepgram().listen.v1.media.transcribeFile(wav, { model: "nova-3", callback: receiver.url }),
  );
  const list = (await (await service.call("/v1/jobs?limit=1")).json()) as {
    readonly data: readonly { readonly id: string; readonly status: string }[];
  };
  const [job] = list.data;
  expect(job?.status).toBe("succeeded");
  const kept = await service.call(`/v1/jobs/${job?.id}/transcript`);
  expect(kept.headers.get("content-type")).toContain("application/json");
  expect(transcriptOf(await kept.json())).toEqual([expect.stringMatching(SAID)]);
  await service.call(`/v1/jobs/${job?.id}`, { method: "DELETE" });
});

test("a callback that may not be called, a secret of another kind, and nobody's job are refused", async () => {
  const refused = async (options: object, key?: string, query: object = {}) => {
    const asking = deepgram(key).listen.v1.media.transcribeFile(
      wav,
      { model: "nova-3", ...options },
      { queryParams: { ...query } },
    );
    const error: unknown = await asking.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(DeepgramError);
    const { statusCode, body } = error as DeepgramError;
    const { code, param } = body as { readonly code: string; readonly param: string | null };
    return [statusCode, code, param];
  };
  for (const callback of ["http://169.254.169.254/", "https://a:b@example.com/", "ftp://a.b/"]) {
    expect(await refused({ callback })).toEqual([400, "invalid_request", "callback"]);
  }
  const callback = receiver.url;
  expect(await refused({ callback }, undefined, { callback_secret: "secret" })).toEqual([
    400,
    "invalid_request",
    "callback_secret",
  ]);
  const session = await fetch(new URL("/v1/sessions", service.url), {
    method: "POST",
    headers: { origin: service.url },
  });
  const { token } = (await session.json()) as { readonly token: string };
  expect(await refused({ callback }, token)).toEqual([403, "account_required", null]);
});
