import { pino } from "pino";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { newId } from "#monitor/store/new-id.ts";
import { sharedSecret } from "#monitor/store/shared-secret.ts";
import { ProberMetrics } from "#probes/metrics/prober-metrics.ts";
import { startProber } from "#probes/prober.ts";
import { SealedSecrets } from "#probes/sealed-secrets.ts";
import { Encryption } from "#runtime/encryption.ts";
import { adminToken } from "#status-api/settings/admin-token.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { quickConfiguration } from "../../support/probes/quick-configuration.ts";
import { writeIncident } from "../../support/status-api/status-history.ts";
import { form, linkIn, Subscribing } from "../../support/status-api/subscribing.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { longTest, shortTest } from "../../support/lengths.ts";

describeWithOneDatabase("secrets in the monitor's database", (empty) => {
  /** Those of the status API, the first of which encrypts. */
  let keys: [string, ...string[]] = ["the key of before"];
  const cipher: TextCipher = {
    encrypt: (...one) => new Encryption(keys).encrypt(...one),
    decrypt: (...one) => new Encryption(keys).decrypt(...one),
  };
  let at: Subscribing;
  beforeAll(async () => void (at = await Subscribing.start(await empty(), cipher)));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(async () => {
    keys = ["the key of before"];
    await at.clear();
    await at.db.deleteFrom("secrets").execute();
  });

  /** What a prober does that starts with these keys; gives what it logs. */
  async function sealAs(...ofProber: [string, ...string[]]): Promise<string> {
    let log = "";
    const sealed = new SealedSecrets(
      new Encryption(ofProber),
      pino({ base: null }, { write: (line) => void (log += line) }),
    );
    await sealed.keep(at.db);
    return log;
  }

  /** Signs a webhook up; gives what it was told to keep. */
  async function subscribeWebhook(path: string) {
    const before = at.receiver.received.length;
    await at.signUp({ channel: "webhook", address: `${at.receiver.url}${path}` });
    await at.receiver.got(before + 1);
    const { subscription } = at.receiver.received[before]!.body;
    await eventually("it is confirmed", async () =>
      (await at.rows()).some(({ id, confirmed_at }) => id === subscription.id && confirmed_at),
    );
    return {
      id: String(subscription.id),
      secret: String(subscription.signing_secret),
      manage: new URL(String(subscription.manage)).pathname,
    };
  }

  const writeOutage = () =>
    writeIncident(at.db, {
      id: newId(),
      name: "Outage",
      impact: "major",
      automatic: false,
      componentIds: ["tts"],
      updates: [{ status: "investigating", body: "We look.", atMs: at.clockMs }],
    });

  /** Resolves with the next request to the endpoint, which is signed with this secret. */
  async function notified(before: number, secret: string) {
    await at.receiver.got(before + 1);
    const { headers, text, path } = at.receiver.received[before]!;
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    const sentAt = new Date(Number(given["webhook-timestamp"]) * 1000);
    expect(new Webhook(secret).sign(given["webhook-id"]!, sentAt, text)).toBe(
      given["webhook-signature"],
    );
    return path;
  }

  shortTest(
    "of subscribers are unreadable there, and links, signatures and sign-ups are as before",
    async () => {
      const { id, secret, manage } = await subscribeWebhook("/secret-path");
      await at.signUp({ channel: "slack", address: `${at.receiver.url}/services/secret-slack` });
      await at.signUp({ channel: "email", address: "ada@example.com" });
      const link = linkIn((await at.mailTo("ada@example.com")).text);
      await sealAs(...keys);
      const stored = JSON.stringify(await at.rows());
      for (const hidden of [secret, manage.split("/").at(-1)!, link.split("/")[2]!, "secret-"]) {
        expect(stored).not.toContain(hidden);
      }
      expect(stored).toContain(new URL(at.receiver.url).origin);
      expect(stored).toContain("ada@example.com");

      expect(await (await at.get(manage)).text()).toContain(secret);
      const row = (await at.rows()).find((one) => one.id === id)!;
      expect((await at.get(`/subscriptions/${row.token}`)).status).toBe(404);
      expect((await at.post(link, form, "")).status).toBe(200);

      const wish = { channel: "webhook", address: `${at.receiver.url}/secret-path` };
      expect((await at.signUp(wish)).status).toBe(202);
      expect(await at.rows()).toHaveLength(3);
      const query = `address=${encodeURIComponent(wish.address)}`;
      const { data } = (await at.admin("GET", `/subscribers?${query}`)).body;
      const [found] = data as readonly object[];
      expect(found).toMatchObject({ id, address: `${new URL(at.receiver.url).origin}/…` });

      await at.db.deleteFrom("subscribers").where("channel", "=", "slack").execute();
      const before = at.receiver.received.length;
      await writeOutage();
      expect(await notified(before, secret)).toBe("/secret-path");
      await at.post(`${manage}/unsubscribe`, form, "");
      expect((await at.rows()).find((one) => one.id === id)).toMatchObject({
        ended_why: "unsubscribed",
      });
    },
  );

  longTest(
    "of subscribers are read with either key while it is changed, and with the new one alone afterwards",
    async () => {
      const { secret } = await subscribeWebhook("/changed");
      expect(await sealAs("the key of before")).toBe("");
      keys = ["the key of before", "the new key"];
      let before = at.receiver.received.length;
      await writeOutage();
      await notified(before, secret);
      keys = ["the new key", "the key of before"];
      expect(await sealAs("the new key", "the key of before")).toBe("");
      keys = ["the new key"];
      before = at.receiver.received.length;
      await writeOutage();
      await notified(before, secret);
      expect(await sealAs("quite another key")).toContain('"secrets":1');
    },
  );

  longTest(
    "of subscribers that cannot be read let messages wait, and nobody's subscription ends",
    async () => {
      const { secret } = await subscribeWebhook("/waits");
      await sealAs(...keys);
      keys = ["not the one of the probers"];
      const before = at.receiver.received.length;
      await writeOutage();
      const waiting = () =>
        at.db
          .selectFrom("outbox")
          .select(["attempts", "last_error"])
          .where("delivered_at", "is", null)
          .executeTakeFirst();
      const why = await eventually(
        "it was tried",
        async () => (await waiting())?.last_error ?? undefined,
      );
      expect(why).toMatch(/encrypted, and not with an ENCRYPTION_KEY/);
      expect((await at.onlyRow()).ended_at).toBeNull();
      keys = ["the key of before"];
      at.clockMs += 3_600_000;
      await notified(before, secret);
    },
  );

  shortTest("are encrypted by a prober as soon as it runs", async () => {
    await using home = await temporaryDirectory("prober");
    await at.signUp({ channel: "email", address: "ada@example.com" });
    const { token } = await at.onlyRow();
    await using _prober = await startProber({
      db: at.db,
      configuration: quickConfiguration(at.url("/healthz").href),
      apiKey: "",
      location: "here",
      dataDirectory: home.path,
      cipher,
      metrics: new ProberMetrics("here"),
      log: pino({ enabled: false }),
    });
    await eventually("it is encrypted", async () => (await at.onlyRow()).sealed ?? undefined);
    expect((await at.onlyRow()).token).not.toBe(token);
  });

  longTest(
    "that status APIs share are unreadable, and the generated admin token goes on",
    async () => {
      await using home = await temporaryDirectory("token");
      const config = { adminToken: undefined, dataDirectory: home.path, cipher };
      const made = await adminToken(config, at.db);
      await sharedSecret(at.db, "acknowledge_links", "the-secret-of-links", cipher);
      await sealAs(...keys);
      const stored = JSON.stringify(await at.db.selectFrom("secrets").selectAll().execute());
      expect(stored).not.toContain(made);
      expect(stored).not.toContain("the-secret-of-links");
      expect(await adminToken(config, at.db)).toBe(made);
      expect(await sharedSecret(at.db, "acknowledge_links", "another", cipher)).toBe(
        "the-secret-of-links",
      );
      await expect(adminToken({ ...config, cipher: undefined }, at.db)).rejects.toThrow(
        /^STATUS_ADMIN_TOKEN is not set, and status-admin-token in the database is encrypted/,
      );
      expect(await sealAs("the new key", ...keys)).toBe("");
      keys = ["the new key"];
      expect(await adminToken(config, at.db)).toBe(made);
    },
  );
});
