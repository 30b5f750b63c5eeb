import { longTest, shortTest as test } from "../../support/lengths.ts";
import { beforeAll, expect } from "vitest";
import { accountKey } from "../../support/service/account-command.ts";
import { askJson, errorOf, type Json } from "../../support/ask-json.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  type SharedSpeechService,
  sharedSpeechService,
  speechRequest,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
/** An answer is kept when its connection has closed, which its client may see a little earlier. */
const KEPT = { timeout: 30_000, interval: 200 };

let service: SharedSpeechService;
const [voice] = builtInVoices("synth-v2");
let accounts = 0;
beforeAll(async () => {
  service = await sharedSpeechService();
}, STARTING_MS);

const newKey = () => accountKey(service.dataDirectory, `repeats${++accounts}@example.com`);
const sentence = "Bugün hava çok güzel.";

const requestOf = (input: string) => ({ input, voice, response_format: "pcm" });

/** Asks for speech under an Idempotency-Key. */
async function speak(key: string, fields: Json, signal?: AbortSignal): Promise<Response> {
  const { headers, ...request } = speechRequest(fields);
  const sent = new Headers(headers);
  sent.set("authorization", `Bearer ${key}`);
  sent.set("idempotency-key", "a-key");
  return fetch(new URL("/v1/audio/speech", service.url), {
    ...request,
    headers: sent,
    signal: signal ?? null,
  });
}

/** What `/v1/usage` has counted for a key. */
async function counted(key: string): Promise<Json> {
  const { body } = await askJson(new URL("/v1/usage", service.url), { credential: key });
  return body["total"] as Json;
}

const repeat = async (key: string, fields: Json) => {
  const url = new URL("/v1/audio/speech", service.url);
  const headers = { "idempotency-key": "a-key" };
  return askJson(url, { credential: key, method: "POST", body: fields, headers });
};

test("a request that comes again is spoken again, and counted once", async () => {
  const key = await newKey();
  const first = await speak(key, requestOf(sentence));
  expect(first.status).toBe(200);
  expect(first.headers.has("idempotent-replayed")).toBe(false);
  const audio = Buffer.from(await first.arrayBuffer());
  await expect
    .poll(async () => {
      const again = await speak(key, requestOf(sentence));
      const bytes = Buffer.from(await again.arrayBuffer());
      return again.headers.get("idempotent-replayed") === "true" && bytes.equals(audio);
    }, KEPT)
    .toBe(true);
  expect(await counted(key)).toMatchObject({ characters: sentence.length });
});

test("while it runs another is refused, when it has ended another is answered", async () => {
  const key = await newKey();
  const long = requestOf(Array.from({ length: 60 }, () => sentence).join(" "));
  const client = new AbortController();
  const running = await speak(key, long, client.signal);
  expect(running.status).toBe(200);
  const during = await repeat(key, long);
  expect(errorOf(during)).toEqual([409, "idempotency_key_in_use", "Idempotency-Key"]);
  expect(during.headers.get("x-should-retry")).toBe("true");
  expect(errorOf(await repeat(key, requestOf("Başka.")))).toEqual([
    422,
    "idempotency_key_reused",
    "Idempotency-Key",
  ]);
  // The client leaves; what it had begun to get was counted, and is not counted again.
  client.abort();
  await expect
    .poll(async () => {
      const again = await speak(key, long);
      await again.body?.cancel();
      return again.status;
    }, KEPT)
    .toBe(200);
  expect(await counted(key)).toMatchObject({ characters: long.input.length });
});

longTest("a request that came to nothing frees its key", async () => {
  const key = await newKey();
  const nothing = { ...requestOf("?!"), pronunciations: [] };
  for (let time = 0; time < 2; time += 1) {
    await expect
      .poll(async () => errorOf(await repeat(key, nothing)), KEPT)
      .toEqual([400, "invalid_request", "input"]);
  }
  await expect
    .poll(async () => {
      const other = await speak(key, requestOf(sentence));
      await other.arrayBuffer();
      return other.status;
    }, KEPT)
    .toBe(200);
});
