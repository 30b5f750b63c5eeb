import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountLimitStore } from "#service/accounts/account-limits.ts";
import { generateApiKey, hashSecret } from "#service/accounts/api-key.ts";
import { bootstrap, type BootstrapStores } from "#service/accounts/bootstrap.ts";
import { DashboardSessions } from "#service/accounts/dashboard-sessions.ts";
import { Encryption } from "#runtime/encryption.ts";
import { OneTimeTokens } from "#service/accounts/one-time-tokens.ts";
import { People } from "#service/accounts/people.ts";
import { sharedSessionSecret } from "#service/accounts/session-secret.ts";
import { SharedSecrets } from "#service/accounts/shared-secrets.ts";
import { SignIn } from "#service/accounts/sign-in.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { LIMITS } from "#service/contract/limits.ts";
import { UsageLedger } from "#service/access/quota/usage.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { quickPasswords } from "../../support/service/quick-passwords.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

describeWithOneDatabase("the accounts of the speech service", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let accounts: AccountStore;
  let people: People;
  let limits: AccountLimitStore;
  let stores: BootstrapStores;
  let home: TemporaryDirectory;
  const key = generateApiKey();
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const settings = () => ({
    email: "Owner@Example.com",
    password: "correct horse",
    apiKeys: [key],
    dataDirectory: home.path,
  });

  beforeAll(async () => {
    home = await temporaryDirectory("accounts");
    database = await openServiceDatabase(await empty("service"));
    accounts = new AccountStore(database.db);
    people = new People(database.db);
    limits = new AccountLimitStore(database.db);
    const secrets = new SharedSecrets(database.db, new Encryption(["a secret of all replicas"]));
    stores = { accounts, people, limits, secrets, passwords: quickPasswords };
    await bootstrap(settings(), stores, warn);
  });
  afterAll(async () => {
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  test("the first account is made once, and its password is what the settings say", async () => {
    await bootstrap({ ...settings(), password: "another horse" }, stores, warn);
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
      limits: LIMITS.bootstrap,
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
    await bootstrap(settings(), stores, warn);
    expect((await accounts.findKey(hashSecret(key)))?.revokedAt).toBeInstanceOf(Date);
  });

  test("a key is changed with two at a time, and the one that is set no more is revoked", async () => {
    const [before, after] = [generateApiKey(), generateApiKey()];
    const isRevoked = async (one: string) =>
      (await accounts.findKey(hashSecret(one)))?.revokedAt !== null;
    const email = "changing@example.com";
    const start = (...apiKeys: string[]) =>
      bootstrap({ ...settings(), email, apiKeys }, stores, warn);
    await start(before);
    const { id } = (await accounts.findAccount(email))!;
    const own = generateApiKey();
    await accounts.addKey(id, own, "of a person");
    await start(before, after);
    expect([await isRevoked(before), await isRevoked(after)]).toEqual([false, false]);
    await start(after, before);
    expect([await isRevoked(before), await isRevoked(after)]).toEqual([false, false]);
    await start(after);
    expect([await isRevoked(before), await isRevoked(after)]).toEqual([true, false]);
    expect(await isRevoked(own)).toBe(false);
    expect(warnings.splice(0)).toEqual([expect.stringMatching(/were revoked: 1$/)]);
  });

  /** A replica whose password and key are generated. */
  const replica = (name: string, email: string) => ({
    email,
    password: undefined,
    apiKeys: [],
    dataDirectory: join(home.path, name),
  });
  const fileOf = async (name: string, file: string) =>
    (await readFile(join(home.path, name, file), "utf8")).trim();
  const isPassword = async (email: string, password: string) =>
    quickPasswords.matches(password, (await people.find(email))?.passwordHash);

  test("replicas with directories of their own share what the first of them generated", async () => {
    const email = "shared@example.com";
    await Promise.all(
      ["one", "other"].map((name) => bootstrap(replica(name, email), stores, warn)),
    );
    await bootstrap(replica("third", email), stores, warn);
    const password = await fileOf("one", "bootstrap-password");
    const apiKey = await fileOf("one", "bootstrap-api-key");
    for (const name of ["one", "other", "third"]) {
      expect(await fileOf(name, "bootstrap-password")).toBe(password);
      expect(await fileOf(name, "bootstrap-api-key")).toBe(apiKey);
    }
    expect(await isPassword(email, password)).toBe(true);
    const found = await accounts.findKey(hashSecret(apiKey));
    expect(await accounts.keysOf(found?.accountId ?? "")).toHaveLength(1);
    const { rows } = await sql<{ value: string }>`select value from secrets`.execute(database.db);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(JSON.stringify(rows)).not.toContain(apiKey);
  });

  test("a start does not take back a password that was changed, and says so", async () => {
    const email = "shared@example.com";
    await accounts.putAccount(email, await quickPasswords.hash("of their own choice"));
    await bootstrap(replica("fourth", email), stores, warn);
    expect(await isPassword(email, "of their own choice")).toBe(true);
    expect(warnings).toEqual([expect.stringMatching(/^shared@example.com .* BOOTSTRAP_PASSWORD$/)]);
    await expect(fileOf("fourth", "bootstrap-password")).rejects.toThrow("ENOENT");
  });

  test("of installations of before, the replica whose file has the password shares it", async () => {
    const email = "before@example.com";
    await database.db.deleteFrom("secrets").execute();
    await accounts.putAccount(email, await quickPasswords.hash("of the second"));
    for (const name of ["first", "second"]) {
      await mkdir(join(home.path, name), { mode: 0o700 });
      await writeFile(join(home.path, name, "bootstrap-password"), `of the ${name}\n`);
    }
    for (const name of ["first", "second", "first"]) {
      await bootstrap(replica(name, email), stores, warn);
      expect(await isPassword(email, "of the second")).toBe(true);
    }
    expect(await fileOf("first", "bootstrap-password")).toBe("of the second");
    await rm(join(home.path, "first"), { recursive: true });
  });

  test("what is encrypted with another key changes nothing", async () => {
    const email = "before@example.com";
    const secrets = new SharedSecrets(database.db, new Encryption(["another secret"]));
    await bootstrap(replica("strange", email), { ...stores, secrets }, warn);
    expect(await isPassword(email, "of the second")).toBe(true);
    expect(warnings.at(-1)).toMatch(/^BOOTSTRAP_API_KEY is not set, .* another ENCRYPTION_KEY$/);
    const rotated = new Encryption(["the key", "a secret of all replicas"]);
    await new SharedSecrets(database.db, rotated).read("bootstrap-password");
    const anew = new SharedSecrets(database.db, new Encryption(["the key"]));
    expect(await anew.read("bootstrap-password")).toBe("of the second");
  });

  test("a shared secret is the same for all who ask", async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => accounts.sharedSecret("tokens")));
    expect(new Set(secrets).size).toBe(1);
  });

  test("the secret of session tokens lies encrypted where there is a key, and is replaced where that is lost", async () => {
    const stored = async () => {
      const rows = await database.db.selectFrom("secrets").selectAll().execute();
      return rows.find(({ name }) => name === "session-tokens")?.value;
    };
    const readable = await sharedSessionSecret(database.db, []);
    expect(await stored()).toBe(readable);
    expect(await sharedSessionSecret(database.db, ["before"])).toBe(readable);
    expect(await stored()).not.toContain(readable);
    expect(await sharedSessionSecret(database.db, ["after", "before"])).toBe(readable);
    expect(await sharedSessionSecret(database.db, ["after"])).toBe(readable);
    const seen = new Set([readable]);
    for (const key of ["lost", "again", "and again"]) {
      const replicas = [1, 2, 3, 4].map(() => sharedSessionSecret(database.db, [key]));
      const [replaced, ...others] = await Promise.all(replicas);
      expect(new Set(others)).toEqual(new Set([replaced]));
      expect(seen).not.toContain(replaced);
      seen.add(replaced!);
    }
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
