import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, runsLong, shortTest } from "../../support/lengths.ts";
import { accountKey } from "../../support/service/account-command.ts";
import { eventually } from "../../support/eventually.ts";
import { holdUpload } from "../../support/service/held-upload.ts";
import { describeWithRedis } from "../../support/databases/redis.ts";
import {
  speechRequest,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

/** The limits of a service, wherever they are counted; it runs without models, for nothing here gets as far. */
function limitSuite(shortTest: typeof longTest, redisUrl: () => string | undefined): void {
  let service: SpeechService;
  let data: TemporaryDirectory;
  let models: TemporaryDirectory;

  beforeAll(async () => {
    data = await temporaryDirectory("data");
    models = await temporaryDirectory("no-models");
    const url = redisUrl();
    service = await startSpeechService({
      DATA_DIR: data.path,
      SPEECH_MODELS_DIR: models.path,
      ...(url !== undefined && { REDIS_URL: url }),
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
    await data[Symbol.asyncDispose]();
  });

  const call = (key: string, address: string, init: RequestInit = {}) =>
    fetch(new URL(address, service.url), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
    });
  const speak = (key: string) => call(key, "/v1/audio/speech", speechRequest({ input: "a" }));

  longTest(
    "of 200 requests at once exactly the minute's limit runs, the rest are told when to come back",
    async () => {
      const limits = ["requests-per-minute=50", "concurrent-speech-requests=1000"];
      const key = await accountKey(data.path, "rate@example.com", ...limits);
      const answers = await Promise.all(Array.from({ length: 200 }, () => speak(key)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(150);
      for (const answer of refused) {
        const retryAfter = Number(answer.headers.get("retry-after"));
        expect(retryAfter).toBeGreaterThanOrEqual(1);
        expect(retryAfter).toBeLessThanOrEqual(60);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "x-should-retry": "true",
          "x-ratelimit-limit-requests": "50",
          "x-ratelimit-remaining-requests": "0",
          "ratelimit-policy": '"requests";q=50;w=60',
          ratelimit: `"requests";r=0;t=${retryAfter}`,
        });
        expect(await answer.json()).toMatchObject({
          error: {
            code: "rate_limit_exceeded",
            type: "rate_limit_error",
            message: expect.stringContaining("50 requests per minute"),
          },
        });
      }
      const ran = answers.filter(({ status }) => status !== 429);
      expect(ran.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 503));
      // Each product has its own count.
      const transcription = await call(key, "/v1/audio/transcriptions", { method: "POST" });
      expect(transcription.status).toBe(400);
    },
  );

  longTest(
    "of 200 uploads at once exactly three are let in, and a client that leaves makes room",
    async () => {
      const key = await accountKey(data.path, "concurrency@example.com");
      const uploads = await Promise.all(
        Array.from({ length: 200 }, () => holdUpload(service.url, key)),
      );
      const refused = () => uploads.filter(({ isAnswered }) => isAnswered);
      await eventually("197 are refused", () => refused().length >= 197);
      for (const upload of refused()) {
        const answer = await upload.answer;
        expect(answer.statusCode).toBe(429);
        expect(answer.headers).toMatchObject({
          // No more than three come in the same second, and of twelve at most it is believed that they come.
          "retry-after": expect.stringMatching(/^[1-5]$/),
          "x-should-retry": "true",
          "ratelimit-policy": '"requests";q=600;w=60, "concurrency";q=3;qu="concurrent-requests"',
          ratelimit: expect.stringMatching(/, "concurrency";r=0$/),
        });
      }
      const held = uploads.filter(({ isAnswered }) => !isAnswered);
      expect(held).toHaveLength(3);
      expect(await standing(key)).toMatchObject({ concurrent: { limit: 3, remaining: 0 } });
      for (const upload of held) upload.leave();
      await eventually(
        "all places are free",
        async () => (await standing(key)).concurrent.remaining === 3,
        4_000,
      );
      for (const upload of uploads) upload.leave();
    },
  );

  shortTest(
    "every counted answer tells how the limits stand, and GET /v1/limits counts nothing",
    async () => {
      const key = await accountKey(data.path, "headers@example.com");
      for (const remaining of [599, 598]) {
        const answer = await speak(key);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "x-ratelimit-limit-requests": "600",
          "x-ratelimit-remaining-requests": String(remaining),
          "x-ratelimit-reset-requests": expect.stringMatching(/^(1m0s|\d{1,2}s)$/),
          ratelimit: expect.stringMatching(
            new RegExp(`^"requests";r=${remaining};t=\\d+, "concurrency";r=7$`),
          ),
        });
      }
      const limits = await (await call(key, "/v1/limits")).json();
      expect(await (await call(key, "/v1/limits")).json()).toEqual(limits);
      expect(limits).toMatchObject({
        object: "limits",
        activities: {
          transcription: {
            requests_per_minute: { limit: 600, remaining: 600 },
            concurrent: { limit: 3, remaining: 3 },
          },
          stream: { concurrent: { limit: 2 } },
          speech: {
            requests_per_minute: { remaining: 598 },
            concurrent: { limit: 8, remaining: 8 },
          },
          speech_stream: { requests_per_minute: { remaining: 598 }, concurrent: { limit: 4 } },
        },
        quota: {
          month: expect.stringMatching(/^\d{4}-\d{2}$/),
          audio_seconds: { limit: 360_000, used: 0, reserved: 0, remaining: 360_000 },
          characters: { limit: 2_000_000, used: 0, reserved: 0, remaining: 2_000_000 },
        },
        saved_voices: 50,
        unfinished_jobs: 100,
        pronunciations: 500,
      });
    },
  );

  shortTest(
    "voices and pronunciations are counted by the minute, apart from speech and from each other",
    async () => {
      const key = await accountKey(data.path, "lists@example.com", "requests-per-minute=4");
      const id = "pron_none";
      const asks: readonly [string, RequestInit, number][] = [
        ["/v1/pronunciations", {}, 200],
        ["/v1/pronunciations", speechRequest({ word: "a", alias: "b" }), 201],
        [`/v1/pronunciations/${id}`, {}, 404],
        ["/v1/pronunciations/preview", speechRequest({ input: "a" }), 200],
      ];
      for (const [at, [address, init, status]] of asks.entries()) {
        const answer = await call(key, address, init);
        expect([answer.status, answer.headers.get("x-ratelimit-remaining-requests")]).toEqual([
          status,
          String(3 - at),
        ]);
        expect(answer.headers.get("ratelimit")).toMatch(/^"requests";r=\d;t=\d+$/);
      }
      const limited = [
        await call(key, "/v1/pronunciations"),
        await call(key, `/v1/pronunciations/${id}`, { ...speechRequest({}), method: "PATCH" }),
        await call(key, `/v1/pronunciations/${id}`, { method: "DELETE" }),
        await call(key, "/v1/pronunciations/preview", speechRequest({ input: "a" })),
      ];
      for (const answer of limited) {
        expect(answer.status).toBe(429);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        expect(await answer.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
      }
      const voice = "/v1/voices/voice_none";
      const statuses = [
        (await call(key, "/v1/voices")).status,
        (await call(key, "/v1/voices?type=builtin")).status,
        (await call(key, voice)).status,
        (await call(key, voice, { method: "DELETE" })).status,
        (await call(key, voice, { ...speechRequest({}), method: "PATCH" })).status,
      ];
      expect(statuses).toEqual([200, 200, 404, 404, 429]);
      expect(await (await call(key, "/v1/limits")).json()).toMatchObject({
        activities: { speech: { requests_per_minute: { limit: 4, remaining: 4 } } },
        collections: {
          voices: { requests_per_minute: { limit: 4, remaining: 0 } },
          pronunciations: { requests_per_minute: { limit: 4, remaining: 0 } },
        },
      });
    },
  );

  shortTest(
    "the first account has a quota, as those of customers have: probes take the same way",
    async () => {
      const owner = await (await service.call("/v1/limits")).json();
      expect(owner).toMatchObject({
        quota: { audio_seconds: { limit: 36_000_000 }, characters: { limit: 200_000_000 } },
      });
    },
  );

  shortTest("a demo session of the service's pages has small limits and no account", async () => {
    const token = await begin({ headers: { origin: service.url } });
    const limits = await (await call(token, "/v1/limits")).json();
    expect(limits).toMatchObject({
      activities: { speech: { concurrent: { limit: 4 } }, stream: { concurrent: { limit: 2 } } },
      quota: null,
    });
    expect((await call(token, "/v1/usage")).status).toBe(403);
  });

  shortTest(
    "sessions that a key begins share its requests per minute, and end with it",
    async () => {
      const limits = ["requests-per-minute=3", "concurrent-speech-requests=7"];
      const key = await accountKey(data.path, "sessions@example.com", ...limits);
      const headers = { authorization: `Bearer ${key}` };
      const tokens = [await begin({ headers }), await begin({ headers })];
      const statuses: number[] = [];
      for (const secret of [...tokens, key, ...tokens]) statuses.push((await speak(secret)).status);
      expect(statuses).toEqual([503, 503, 503, 429, 429]);
      expect(await (await call(tokens[0]!, "/v1/limits")).json()).toMatchObject({
        activities: {
          speech: {
            requests_per_minute: { limit: 3, remaining: 0 },
            concurrent: { limit: 7 },
          },
        },
        quota: { characters: { used: 0 } },
      });
      expect((await call(tokens[0]!, "/v1/usage")).status).toBe(403);
    },
  );

  async function begin(init: RequestInit): Promise<string> {
    const session = await fetch(new URL("/v1/sessions", service.url), { ...init, method: "POST" });
    return ((await session.json()) as { readonly token: string }).token;
  }

  async function standing(key: string) {
    const answer = await call(key, "/v1/limits");
    const limits = (await answer.json()) as {
      activities: { transcription: { concurrent: { limit: number; remaining: number } } };
    };
    return limits.activities.transcription;
  }
}

describe("the limits of a service in its memory", () => {
  limitSuite(shortTest, () => undefined);
});

if (runsLong) {
  describeWithRedis("the limits of a service", (server) => {
    limitSuite(longTest, () => server().url);

    longTest(
      "the health document tells that Redis is away, requests go on, and all is well when it is back",
      async () => {
        await using models = await temporaryDirectory("no-models");
        await using service = await startSpeechService({
          SPEECH_MODELS_DIR: models.path,
          REDIS_URL: server().url,
        });
        const isDegraded = async () => {
          const health = (await (await fetch(new URL("/health/synth", service.url))).json()) as {
            limits_degraded: boolean;
          };
          return health.limits_degraded;
        };
        const speak = () => service.call("/v1/audio/speech", speechRequest({ input: "a" }));
        await eventually("limits are shared", async () => !(await isDegraded()));
        await server().kill();
        const answer = await speak();
        expect(answer.status).toBe(503);
        expect(answer.headers.get("x-ratelimit-remaining-requests")).toBe("599");
        expect(await isDegraded()).toBe(true);
        await server().start();
        await eventually("limits are shared again", async () => !(await isDegraded()));
        expect((await speak()).status).toBe(503);
      },
    );
  });
}
