import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { UsageLedger } from "#service/access/quota/usage.ts";
import { AccountStore } from "#service/accounts/store.ts";
import {
  changeKeys,
  createAccount,
  listAccounts,
  setLimits,
  setPassword,
  setQuota,
  showUsage,
  turnTwoStepOff,
} from "#service/command/account-work.ts";
import { CommandError } from "#service/command/command-error.ts";
import { LIMITS } from "#service/contract/limits.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";

const email = "ada@example.com";

describeWithOneDatabase("the commands about accounts", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  const subject = (password?: string) => ({
    db: database.db,
    now: new Date("2026-11-21T12:00:00Z"),
    password,
  });
  let made: Awaited<ReturnType<typeof createAccount>>;

  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    made = await createAccount({ email, keyName: "first" }, subject());
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test("make an account with a key and a password, and list it", async () => {
    expect(made).toMatchObject({ object: "new_account", email, api_key: { name: "first" } });
    expect(made.password).toMatch(/\S{12,}/);
    expect(made.api_key.key.startsWith(made.api_key.prefix)).toBe(true);
    expect(made.api_key).toMatchObject({ made_in: "command", revoked_at: null });
    const { data } = await listAccounts({}, subject());
    expect(data).toMatchObject([{ id: made.id, email, keys: 1 }]);
    const again = createAccount({ email, keyName: "x" }, subject("correct horse battery"));
    await expect(again).rejects.toThrow(new CommandError(`there is an account ${email} already`));
  });

  test("set a password that was given, unless others would guess it", async () => {
    expect(await setPassword({ email }, subject("correct horse battery"))).toEqual({
      object: "password",
      email,
      password: null,
    });
    expect((await setPassword({ email }, subject())).password).toMatch(/\S{12,}/);
    await expect(setPassword({ email }, subject("short"))).rejects.toThrow(
      `at least ${LIMITS.passwordCharacters.min} characters`,
    );
    await expect(setPassword({ email: "nobody@example.com" }, subject())).rejects.toThrow(
      "there is no account nobody@example.com",
    );
  });

  test("turn a second step off, and say whether it was on", async () => {
    expect(await turnTwoStepOff({ email }, subject())).toEqual({
      object: "two_step",
      email,
      was_on: false,
    });
  });

  test("make, list and revoke keys", async () => {
    const second = await changeKeys({ email, create: "second" }, subject());
    if (second.object !== "new_key") throw new Error("no key was made");
    const listed = await changeKeys({ email, revoke: second.id }, subject());
    expect(listed).toMatchObject({
      object: "keys",
      data: expect.arrayContaining([
        expect.objectContaining({ name: "first", revoked_at: null }),
        expect.objectContaining({ name: "second", revoked_at: expect.any(String) }),
      ]),
    });
    await expect(changeKeys({ email, revoke: "key_none" }, subject())).rejects.toThrow(
      `${email} has no key key_none`,
    );
  });

  test("show and change quota and limits", async () => {
    const changes = new Map([["monthlyCharacters", 500]] as const);
    const quota = await setQuota({ email, changes }, subject());
    expect(quota).toMatchObject({
      object: "quota",
      month: "2026-11",
      resets_at: "2026-12-01T00:00:00.000Z",
      data: [{ name: "audio-seconds" }, { name: "characters", limit: 500, used: 0, reserved: 0 }],
    });
    const { data } = await setLimits({ email, changes: new Map() }, subject());
    const own = data.filter(({ is_own }) => is_own);
    expect(own).toMatchObject([{ name: "monthly-characters", value: 500 }]);
    const standard = new Map([["monthlyCharacters", "default"]] as const);
    const reset = await setLimits({ email, changes: standard }, subject());
    expect(reset.data.every(({ is_own }) => !is_own)).toBe(true);
    expect(reset.data.find(({ name }) => name === "monthly-characters")).toMatchObject({
      value: LIMITS.account.monthlyCharacters,
      default: LIMITS.account.monthlyCharacters,
    });
  });

  test("show the usage of a month, of this one if none is named", async () => {
    const keys = await new AccountStore(database.db).keysOf(made.id);
    const key = keys.find(({ name }) => name === "first");
    const ledger = new UsageLedger(database.db, () => undefined);
    const use = { keyId: key!.id, accountId: made.id, product: "speech", requests: 1 } as const;
    for (const [day, amount] of [
      ["2026-10-31", 1],
      ["2026-11-01", 2],
      ["2026-11-21", 3],
      ["2026-11-30", 4],
      ["2026-12-01", 5],
    ] as const) {
      ledger.add({ ...use, at: new Date(`${day}T10:00:00Z`), amount });
    }
    await ledger.stop();
    const now = await showUsage({ email, month: undefined }, subject());
    expect(now).toMatchObject({ object: "usage", month: "2026-11" });
    expect(now.data.map(({ day, characters }) => [day, characters])).toEqual([
      ["2026-11-30", 4],
      ["2026-11-21", 3],
      ["2026-11-01", 2],
    ]);
    expect(now.data[0]).toEqual({
      day: "2026-11-30",
      product: "speech",
      key: "first",
      requests: 1,
      audio_seconds: 0,
      characters: 4,
    });
    const before = await showUsage({ email, month: "2026-10" }, subject());
    expect(before.data.map(({ day }) => day)).toEqual(["2026-10-31"]);
  });
});
