import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "#migrations/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountLimitStore } from "#service/accounts/account-limits.ts";
import { generateApiKey, hashSecret } from "#service/accounts/api-key.ts";
import { bootstrap } from "#service/accounts/bootstrap.ts";
import { DashboardSessions } from "#service/accounts/dashboard-sessions.ts";
import { OneTimeTokens } from "#service/accounts/one-time-tokens.ts";
import { People } from "#service/accounts/people.ts";
import { SignIn } from "#service/accounts/sign-in.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { UsageLedger } from "#service/access/quota/usage.ts";
import { describeWithEveryDatabase } from "../../support/databases/every-database.ts";
import { quickPasswords } from "../../support/service/quick-passwords.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

describeWithEveryDatabase("the accounts of the speech service", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let accounts: AccountStore;
  let people: People;
  let limits: AccountLimitStore;
  let home: TemporaryDirectory;
  const key = generateApiKey();
  const settings = () => ({
    email: "Owner@Example.com",
    password: "correct horse",
    apiKey: key,
    dataDirectory: home.path,
  });

  beforeAll(async () => {
    home = await temporaryDirectory("accounts");
    database = await openServiceDatabase(await empty("service"));
    accounts = new AccountStore(database.db);
    people = new People(database.db);
    limits = new AccountLimitStore(database.db);
    await bootstrap(settings(), accounts, people, limits, quickPasswords);
  });
  afterAll(async () => {
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  test("the first account is made once, and its password is what the settings say", async () => {
    await bootstrap(
      { ...settings(), password: "another horse" },
      accounts,
      people,
      limits,
      quickPasswords,
    );
    const sessions = new DashboardSessions(database.db);
    const signIn = new SignIn(
      accounts,
      people,
      sessions,
      new OneTimeTokens(database.db),
      quickPasswords,
    );
    expect(await signIn.signIn("owner@example.com", "correct horse", "192.0.2.1")).toBe("wrong");
    expect(await signIn.signIn("nobody@example.com", "another horse", "192.0.2.1")).toBe("wrong");
    const entrant = await signIn.signIn("OWNER@example.com", "another horse", "192.0.2.1");
    if (typeof entrant === "string") throw new Error(entrant);
    const token = await sessions.begin(entrant, "a browser");
    expect(await sessions.find(token)).toMatchObject({
      account: { email: "owner@example.com" },
      limits: { monthlyCharacters: Infinity },
    });
    await sessions.end(token);
    expect(await sessions.find(token)).toBeUndefined();
    expect(await database.db.selectFrom("accounts").select("id").execute()).toHaveLength(1);
  });

  test("a person has fifty sessions; the one not used for longest ends for the next", async () => {
    const sessions = new DashboardSessions(database.db);
    const account = await accounts.createAccount("many@example.com", null);
    if (account === undefined) throw new Error("the account is there already");
    const entrant = { personId: account.personId, accountId: account.id };
    const tokens: string[] = [];
    for (let count = 0; count < 51; count += 1) {
      tokens.push(await sessions.begin(entrant, `browser ${count} ${"x".repeat(1000)}`));
    }
    const last = await sessions.find(tokens.at(-1) ?? "");
    expect(await sessions.find(tokens[0] ?? "")).toBeUndefined();
    expect(last).toBeDefined();
    expect(last && (await sessions.list(last))).toHaveLength(50);
  });

  test("a key is found by its hash, shows its prefix, and stays revoked", async () => {
    const found = await accounts.findKey(hashSecret(key));
    expect(found).toMatchObject({ prefix: key.slice(0, 10), revokedAt: null });
    await accounts.noteUse(found?.id ?? "", new Date("2026-11-21T10:00:00Z"));
    await accounts.noteUse(found?.id ?? "", new Date("2026-11-21T10:00:30Z"));
    const [listed] = await accounts.keysOf(found?.accountId ?? "");
    expect(listed?.lastUsedAt).toEqual(new Date("2026-11-21T10:00:00Z"));
    await accounts.revokeKey(found?.accountId ?? "", found?.id ?? "");
    await bootstrap(settings(), accounts, people, limits, quickPasswords);
    expect((await accounts.findKey(hashSecret(key)))?.revokedAt).toBeInstanceOf(Date);
  });

  test("a shared secret is the same for all who ask", async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => accounts.sharedSecret("tokens")));
    expect(new Set(secrets).size).toBe(1);
  });

  test("usage is summed by day, key and product", async () => {
    const found = await accounts.findKey(hashSecret(key));
    const ledger = new UsageLedger(database.db, () => undefined);
    const at = new Date("2026-11-21T08:00:00Z");
    const use = {
      keyId: found?.id ?? "",
      accountId: found?.accountId ?? "",
      at,
      requests: 1 as const,
    };
    ledger.add({ ...use, product: "transcription", amount: 1.5 });
    await ledger.write();
    ledger.add({ ...use, product: "transcription", amount: 2 });
    ledger.add({ ...use, product: "speech", amount: 12 });
    const days = await ledger.read(use.accountId, { first: "2026-11-01", last: "2026-11-21" });
    await ledger.stop();
    expect(days).toEqual([
      {
        day: "2026-11-21",
        keyId: use.keyId,
        product: "speech",
        requests: 1,
        audioSeconds: 0,
        characters: 12,
      },
      {
        day: "2026-11-21",
        keyId: use.keyId,
        product: "transcription",
        requests: 2,
        audioSeconds: 3.5,
        characters: 0,
      },
    ]);
  });
});
