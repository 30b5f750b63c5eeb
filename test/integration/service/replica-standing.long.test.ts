import { expect, test } from "vitest";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { describeWithRedis } from "../../support/databases/redis.ts";
import { eventually } from "../../support/eventually.ts";
import { someModels } from "../../support/service/some-models.ts";
import { type SpeechService, startSpeechService } from "../../support/service/speech-service.ts";

describeWithRedis("a replica whose model hangs", (redis) => {
  describeWithPostgresql("beside one that is well", (postgresql) => {
    test(
      "gets nothing from balancers until it is well, unless the other is not well either",
      { timeout: 180_000 },
      async () => {
        await using models = await someModels("synth-v1");
        const settings = {
          SERVICE_DATABASE_URL: await postgresql().createDatabase(),
          REDIS_URL: redis().url,
          SPEECH_MODELS_DIR: models.path,
          BOOTSTRAP_API_KEY: generateApiKey(),
        };
        await using one = await startSpeechService(settings);
        await using other = await startSpeechService(settings);
        const readyz = async ({ url }: SpeechService) => (await fetch(`${url}/readyz`)).status;
        const signal = ({ engine }: SpeechService, name: NodeJS.Signals) => {
          for (const pid of engine.models.flatMap(({ pids }) => pids)) process.kill(pid, name);
        };
        expect([await readyz(one), await readyz(other)]).toEqual([200, 200]);
        signal(one, "SIGSTOP");
        await eventually("it leaves its work", async () => (await readyz(one)) === 503, 60_000);
        expect(await readyz(other)).toBe(200);
        signal(one, "SIGCONT");
        await eventually("it is well", async () => (await readyz(one)) === 200, 60_000);
        signal(one, "SIGKILL");
        await eventually("it leaves its work", async () => (await readyz(one)) === 503, 60_000);
        await eventually("it is well again", async () => (await readyz(one)) === 200, 60_000);
      },
    );
  });
});
