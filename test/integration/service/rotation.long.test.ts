import { createClient } from "@redis/client";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { Encryption } from "#runtime/encryption.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { SecondSteps } from "#service/accounts/second-steps.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { startRedis } from "../../support/databases/redis.ts";
import { eventually } from "../../support/eventually.ts";
import { startMailServer } from "../../support/servers/mail-server.ts";
import { passProvider, startOpenIdProvider } from "../../support/servers/openid-provider.ts";
import { DRAIN_SECONDS, restartUnderLoad } from "../../support/servers/restart-under-load.ts";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import { someModels } from "../../support/service/some-models.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";

const REPLICAS = 2;
/** The guide's steps: the new one is taken too, then used, then first, then alone. */
const ROUNDS = 3;
/** The service takes two of these; of the others whoever asks for them does: database, Redis, mail server and provider. */
const OF_TWO = ["BOOTSTRAP_API_KEY", "METRICS_TOKEN", "ENCRYPTION_KEY"] as const;
const PUBLIC_URL = "http://speech.example";

const secret = () => randomBytes(32).toString("base64url");

describeWithPostgresql("two replicas of the service", (server) => {
  test(
    "have every secret changed at once, and no request fails",
    { timeout: 1_200_000 },
    async () => {
      await using stack = new AsyncDisposableStack();
      const models = stack.use(await someModels("synth-v1"));
      const url = await server().createDatabase();
      const before = { ...made(), role: "speech_before" };
      const after = { ...made(), role: "speech_after" };
      const owner = stack.use(await connected(url));
      for (const { role, password } of [before, after]) {
        await owner.query(`create role ${role} login password '${password}' in role postgres`);
        await owner.query(`alter role ${role} set role to postgres`);
      }
      const passwords = new Set([before.password, after.password]);
      const mailServer = stack.use(await startMailServer(passwords));
      const provider = stack.use(
        await startOpenIdProvider(`${PUBLIC_URL}/dashboard/provider/callback`),
      );
      provider.clientSecrets.clear();
      passwords.forEach((one) => provider.clientSecrets.add(one));
      const redis = stack.use(await startRedis());
      const redisUrl = ({ password }: typeof before) => redis.url.replace("//", `//:${password}@`);
      await redis.say(`ACL SETUSER default resetpass >${before.password} >${after.password}`);

      const settingsOf = (step: number) => {
        const [first, second] = step < 2 ? [before, after] : [after, before];
        const isOfTwo = step === 1 || step === 2;
        return {
          ...Object.fromEntries(
            OF_TWO.flatMap((name) => [
              [name, first[name]],
              ...(isOfTwo ? [[`${name}_2`, second[name]]] : []),
            ]),
          ),
          SERVICE_DATABASE_URL: Object.assign(new URL(url), {
            username: first.role,
            password: first.password,
          }).href,
          REDIS_URL: redisUrl(first),
          SMTP_URL: mailServer.url.replace("//", `//speech:${first.password}@`),
          OIDC_CLIENT_SECRET: first.password,
        };
      };
      let starts = 0;
      const step = () => Math.floor((starts - 1) / REPLICAS);
      // Clients change when all replicas take both.
      const used = () => (starts > 2 * REPLICAS ? after : before);
      const asks = (path: string, name: (typeof OF_TWO)[number]) => (balancer: string) =>
        fetch(balancer + path, { headers: { authorization: `Bearer ${used()[name]}` } });

      let people = 0;
      const person = () => {
        people += 1;
        const address = `203.0.${people >> 8}.${people & 255}`;
        return { email: `person-${people}@example.com`, address };
      };
      let signedIn = 0;
      /** Signs somebody in with the provider; answers with the dashboard. */
      const signInWithProvider = async (balancer: string): Promise<Response> => {
        const { email, address } = person();
        const client = dashboardClient(balancer, address);
        const sent = await client.get("/dashboard/provider");
        const back = await passProvider(sent.headers.get("location") ?? "", email);
        await client.get(back.pathname + back.search);
        const dashboard = await client.get("/dashboard");
        if (dashboard.ok) signedIn += 1;
        return dashboard;
      };
      const mailed: string[] = [];
      const signUpByMail = async (balancer: string): Promise<Response> => {
        const { email, address } = person();
        const answer = await fetch(`${balancer}/dashboard/sign-up`, {
          method: "POST",
          headers: { "x-forwarded-for": address },
          body: new URLSearchParams({ email }),
        });
        if (answer.ok) mailed.push(email);
        return answer;
      };
      const figuresOf = asks("/metrics", "METRICS_TOKEN");
      const sharing = { yes: 0, no: 0 };
      /** Notes whether Redis lets the replica in, which counts limits by itself otherwise. */
      const readFigures = async (balancer: string): Promise<Response> => {
        const answer = await figuresOf(balancer);
        sharing[(await isSharing(answer.clone())) ? "yes" : "no"] += 1;
        return answer;
      };

      const { fewest, failed } = await restartUnderLoad({
        rounds: ROUNDS,
        async start(port) {
          starts += 1;
          return startSpeechService({
            ...settingsOf(step()),
            PUBLIC_URL,
            SERVICE_PORT: String(port),
            SPEECH_MODELS_DIR: models.path,
            DRAIN_SECONDS: String(DRAIN_SECONDS),
            TRUSTED_PROXIES: "127.0.0.1",
            MAIL_FROM: "Speech <speech@example.org>",
            OIDC_ISSUER: provider.issuer,
            OIDC_CLIENT_ID: provider.clientId,
          });
        },
        asks: [
          asks("/v1/models", "BOOTSTRAP_API_KEY"),
          asks("/v1/voices", "BOOTSTRAP_API_KEY"),
          readFigures,
          signInWithProvider,
          signUpByMail,
        ],
        betweenMs: 50,
        async beside(_balancer, replicas) {
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
            // What was used before is taken away, and nobody misses it.
            await owner.query(`alter role ${before.role} nologin`);
            passwords.delete(before.password);
            provider.clientSecrets.delete(before.password);
            await takeAway(redisUrl(after), before.password);
            const already = signedIn;
            const requestedFor = mailed.length;
            await eventually("people go on signing in", () => signedIn > already + 1);
            await eventually("mails are asked for", () => mailed.length > requestedFor + 1);
            const all = [...mailed];
            await eventually("every mail came", () => {
              const came = new Set(mailServer.mails.flatMap(({ recipients }) => recipients));
              return all.every((email) => came.has(email));
            });
            for (const replica of replicas) {
              await eventually("a replica shares its limits", async () =>
                isSharing(await figuresOf(replica)),
              );
            }
          };
        },
      });
      const did = { signedIn, mailed: mailed.length, sharing, fewest };
      process.stdout.write(`${JSON.stringify(did)}\n`);
      expect(failed).toEqual([]);
      expect(fewest).toBeGreaterThan(0);
      // On a busy machine Redis may be asked in vain for a moment.
      expect(sharing.yes).toBeGreaterThan(9 * sharing.no);
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
    /** At the database, Redis, the mail server and the provider. */
    password: secret(),
  };
}

async function isSharing(metrics: Response): Promise<boolean> {
  return /^service_limits_degraded 0$/m.test(await metrics.text());
}

async function takeAway(redisUrl: string, password: string): Promise<void> {
  const client = createClient({ url: redisUrl });
  await client.connect();
  await client.sendCommand(["ACL", "SETUSER", "default", `<${password}`]);
  await client.close();
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    query: (text: string) => client.query(text),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
