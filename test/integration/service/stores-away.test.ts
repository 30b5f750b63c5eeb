import { afterAll, beforeAll, expect, test } from "vitest";
import { askJson, errorOf } from "../../support/ask-json.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import {
  fixtureClip,
  speechRequest,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

describeWithPostgresql("what accounts store, while the database is away", (server) => {
  let service: SpeechService;
  beforeAll(async () => {
    service = await startSpeechService({ SERVICE_DATABASE_URL: await server().createDatabase() });
    // From here on the key is known.
    await service.call("/v1/models");
    await server().stop();
  }, STARTING_MS);
  afterAll(async () => {
    await server().start();
    await service[Symbol.asyncDispose]();
  });

  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    askJson(new URL(path, service.url), { credential: service.key, method, body, headers });
  const speech = (fields: object) => ({
    input: "NATO",
    voice: service.engine.defaultOf("synthesis")?.voices[0]?.name,
    ...fields,
  });

  test("pronunciations can be neither read nor written", async () => {
    for (const answer of [
      await ask("GET", "/v1/pronunciations"),
      await ask("GET", "/v1/pronunciations/pron_a"),
      await ask("POST", "/v1/pronunciations", { word: "a", alias: "b" }),
      await ask("DELETE", "/v1/pronunciations/pron_a"),
      await ask("POST", "/v1/pronunciations/preview", { input: "NATO" }),
      await ask("POST", "/v1/audio/speech", speech({})),
      await ask("POST", "/v1/audio/speech", speech({ pronunciations: ["pron_a"] })),
    ]) {
      expect(errorOf(answer)).toEqual([503, "pronunciation_store_unavailable", null]);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(answer.headers.get("x-should-retry")).toBe("true");
    }
  });

  test("neither can voices, nor requests be kept from running twice", async () => {
    const { wav } = await fixtureClip();
    const recording = { reference_audio: wav.toString("base64"), consent: true };
    for (const answer of [
      await ask("GET", "/v1/voices"),
      await ask("GET", "/v1/voices/voice_a"),
      await ask("DELETE", "/v1/voices/voice_a"),
      await ask("POST", "/v1/voices", recording),
      await ask("POST", "/v1/audio/speech", speech({ voice: "voice_a", pronunciations: [] })),
      await ask("POST", "/v1/audio/speech", speech({}), { "idempotency-key": "a-key" }),
    ]) {
      expect(errorOf(answer)).toEqual([503, "store_unavailable", null]);
      expect(answer.headers.get("retry-after")).toBe("5");
    }
  });

  test("speech that needs nothing stored goes on", async () => {
    const own = [{ word: "nato", alias: "pakt" }];
    for (const pronunciations of [[], own]) {
      const answer = await service.call(
        "/v1/audio/speech",
        speechRequest(speech({ pronunciations })),
      );
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    }
  });
});
