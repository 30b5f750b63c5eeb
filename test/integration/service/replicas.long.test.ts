import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { holdUpload } from "../../support/service/held-upload.ts";
import { startProgram } from "../../support/program.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { describeWithRedis } from "../../support/databases/redis.ts";
import {
  speechRequest,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

const LEASES_FREE_MS = 30_000;

describeWithRedis("replicas of the service that share", (redis) => {
  describeWithPostgresql("what is counted", (postgresql) => {
    let settings: Readonly<Record<string, string>>;
    let models: TemporaryDirectory;
    let one: SpeechService;
    let other: SpeechService;

    beforeAll(async () => {
      models = await temporaryDirectory("no-models");
      settings = {
        SERVICE_DATABASE_URL: await postgresql().createDatabase(),
        REDIS_URL: redis().url,
        SPEECH_MODELS_DIR: models.path,
        // Replicas have the same: a key that one of them does not name would be revoked.
        BOOTSTRAP_API_KEY: generateApiKey(),
      };
      one = await startSpeechService(settings);
      other = await startSpeechService(settings);
    });
    afterAll(async () => {
      await one[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    });

    /** Whether a replica lets one more upload in. */
    const isLetIn = async (url: string, key: string) => {
      const answer = await fetch(new URL("/v1/audio/transcriptions", url), {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
      });
      return answer.status !== 429;
    };

    /** How many more uploads a replica would let in; asking takes no place. */
    const room = async (url: string, key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(new URL("/v1/limits", url), { headers });
      const { activities } = (await answer.json()) as {
        activities: { transcription: { concurrent: { remaining: number } } };
      };
      return activities.transcription.concurrent.remaining;
    };

    test("a key has its limits once, wherever it asks", async () => {
      const { key } = one;
      const uploads = [
        await holdUpload(one.url, key),
        await holdUpload(other.url, key),
        await holdUpload(one.url, key),
      ];
      await eventually("three run", async () => (await room(other.url, key)) === 0);
      expect(await isLetIn(one.url, key)).toBe(false);
      expect(await isLetIn(other.url, key)).toBe(false);
      for (const upload of uploads) upload.leave();
      await eventually("all are free", async () => (await room(other.url, key)) === 3, 4_000);
      expect(await isLetIn(other.url, key)).toBe(true);

      const remaining = async (url: string) => {
        const answer = await fetch(new URL("/v1/audio/speech", url), {
          ...speechRequest({ input: "a" }),
          headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        });
        return Number(answer.headers.get("x-ratelimit-remaining-requests"));
      };
      expect(await remaining(one.url)).toBe(599);
      expect(await remaining(other.url)).toBe(598);
      expect(await remaining(one.url)).toBe(597);
    });

    test("the places of a replica that was killed are free again in 30 seconds", async () => {
      const port = await freePort();
      const { key } = other;
      await using data = await temporaryDirectory("killed");
      await using killed = startProgram("service/main.ts", {
        ...settings,
        DATA_DIR: data.path,
        SERVICE_PORT: String(port),
      });
      const url = `http://127.0.0.1:${port}`;
      await eventually("it answers", () => fetch(url).then(Boolean, () => false), 90_000);
      for (let count = 0; count < 3; count += 1) await holdUpload(url, key);
      await eventually("three run", async () => (await room(other.url, key)) === 0);
      killed.signal("SIGKILL");
      await killed.ended();
      expect(await isLetIn(other.url, key)).toBe(false);
      await eventually("there is room", () => isLetIn(other.url, key), LEASES_FREE_MS);
    }, 180_000);
  });
});
