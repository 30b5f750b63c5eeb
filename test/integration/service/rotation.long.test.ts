import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { Encryption } from "#runtime/encryption.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { SecondSteps } from "#service/accounts/second-steps.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { DRAIN_SECONDS, restartUnderLoad } from "../../support/servers/restart-under-load.ts";
import { someModels } from "../../support/service/some-models.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";

const REPLICAS = 2;
/** The guide's steps: the new one is taken too, then used, then first, then alone. */
const ROUNDS = 3;
const SECRETS = ["BOOTSTRAP_API_KEY", "METRICS_TOKEN", "ENCRYPTION_KEY"] as const;

const secret = () => randomBytes(32).toString("base64url");

describeWithPostgresql("two replicas of the service", (server) => {
  test(
    "have their API key, metrics token, encryption key and role in the database changed at once, and no request fails",
    { timeout: 480_000 },
    async () => {
      await using models = await someModels("synth-v1");
      const url = await server().createDatabase();
      const before = { ...made(), role: "speech_before" };
      const after = { ...made(), role: "speech_after" };
      await using owner = await connected(url);
      for (const { role } of [before, after]) {
        await owner.query(`create role ${role} login password 'secret' in role postgres`);
        await owner.query(`alter role ${role} set role to postgres`);
      }
      const settingsOf = (step: number) => {
        const [first, second] = step < 2 ? [before, after] : [after, before];
        const isOfTwo = step === 1 || step === 2;
        return Object.fromEntries(
          SECRETS.flatMap((name) => [
            [name, first[name]],
            ...(isOfTwo ? [[`${name}_2`, second[name]]] : []),
          ]),
        );
      };
      const databaseOf = ({ role }: typeof before) =>
        Object.assign(new URL(url), { username: role, password: "secret" }).href;
      let starts = 0;
      const step = () => Math.floor((starts - 1) / REPLICAS);
      // Clients change when all replicas take both.
      const used = () => (starts > 2 * REPLICAS ? after : before);
      const asks = (path: string, name: (typeof SECRETS)[number]) => (balancer: string) =>
        fetch(balancer + path, { headers: { authorization: `Bearer ${used()[name]}` } });

      const { fewest, failed } = await restartUnderLoad({
        rounds: ROUNDS,
        async start(port) {
          starts += 1;
          return startSpeechService({
            ...settingsOf(step()),
            SERVICE_DATABASE_URL: databaseOf(step() < 2 ? before : after),
            SERVICE_PORT: String(port),
            SPEECH_MODELS_DIR: models.path,
            DRAIN_SECONDS: String(DRAIN_SECONDS),
          });
        },
        asks: [
          asks("/v1/models", "BOOTSTRAP_API_KEY"),
          asks("/v1/voices", "BOOTSTRAP_API_KEY"),
          asks("/metrics", "METRICS_TOKEN"),
        ],
        betweenMs: 50,
        async beside() {
          await using database = await openServiceDatabase({ url, dataDirectory: "unused" });
          const { id } = await database.db
            .selectFrom("people")
            .select("id")
            .executeTakeFirstOrThrow();
          const steps = new SecondSteps(database.db, new Encryption([before.ENCRYPTION_KEY]));
          await steps.begin(id);
          const begun = await steps.secretBegun(id);
          return async () => {
            await using later = await openServiceDatabase({ url, dataDirectory: "unused" });
            const read = new SecondSteps(later.db, new Encryption([after.ENCRYPTION_KEY]));
            expect(await read.secretBegun(id)).toBe(begun);
          };
        },
      });
      expect(failed).toEqual([]);
      expect(fewest).toBeGreaterThan(0);
      const { rows } = await owner.query(
        "select revoked_at is not null as revoked from api_keys where name = 'bootstrap' order by created_at",
      );
      expect(rows).toEqual([{ revoked: true }, { revoked: false }]);
    },
  );
});

function made() {
  return {
    BOOTSTRAP_API_KEY: generateApiKey(),
    METRICS_TOKEN: secret(),
    ENCRYPTION_KEY: secret(),
  };
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    query: (text: string) => client.query(text),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
