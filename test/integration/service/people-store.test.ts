import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { Encryption } from "#runtime/encryption.ts";
import { OneTimeTokens } from "#service/accounts/one-time-tokens.ts";
import { People } from "#service/accounts/people.ts";
import { ProviderSignIn } from "#service/accounts/provider-sign-in.ts";
import { SecondSteps } from "#service/accounts/second-steps.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { MailStore } from "#service/mails/mail-store.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { shownCode } from "../../support/service/authenticator-app.ts";

describeWithOneDatabase("people", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let people: People;
  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    people = new People(database.db);
  });
  afterAll(() => database.close());

  const newPerson = async (name: string): Promise<string> =>
    (await people.create(`${name}@example.com`, null, null)) ?? "";
  const storedSecret = async (personId: string): Promise<string> => {
    const query = database.db.selectFrom("second_steps").select("secret");
    return (await query.where("person_id", "=", personId).executeTakeFirstOrThrow()).secret;
  };

  test("of several who take one address at the same moment one gets it, and the others are told that it is taken", async () => {
    const ids = await Promise.all([1, 2, 3].map((count) => newPerson(`wishes-${count}`)));
    for (let round = 0; round < 5; round += 1) {
      const change = (id: string) => people.changeEmail(id, `wished-${round}@example.com`, null);
      const changed = await Promise.all(ids.map(change));
      expect(changed.filter(Boolean)).toHaveLength(1);
    }
  });

  test("the token of a link and its mail are stored together, or neither is", async () => {
    const encryption = new Encryption(["a secret"]);
    const mails = new MailStore(database.db, encryption);
    const tokens = new OneTimeTokens(database.db);
    const letter = { subject: "a", text: "b", html: "c", language: "en" } as const;
    const counts = async () => {
      const rows = ["mails", "one_time_tokens"] as const;
      const count = async (table: (typeof rows)[number]) =>
        (await database.db.selectFrom(table).selectAll().execute()).length;
      return Promise.all(rows.map(count));
    };
    const subject = { email: "linked@example.com", personId: undefined };
    const died = mails.add(subject.email, async (transaction) => {
      await tokens.make("sign-up", subject, transaction);
      throw new Error("the process died");
    });
    await expect(died).rejects.toThrow("died");
    expect(await counts()).toEqual([0, 0]);
    let token = "";
    await mails.add(subject.email, async (transaction) => {
      token = await tokens.make("sign-up", subject, transaction);
      return letter;
    });
    expect(await counts()).toEqual([1, 1]);
    expect(await tokens.look("sign-up", token)).toEqual(subject);
    expect(await mails.takeDue()).toMatchObject([{ recipient: subject.email, letter }]);
  });

  test("a secret of two-step sign-in lies encrypted, and is read after its key was changed, while the one before is known", async () => {
    const before = new SecondSteps(database.db, new Encryption(["before"]));
    const [id, other] = [await newPerson("encrypted"), await newPerson("other")];
    await before.begin(id);
    const secret = (await before.secretBegun(id)) ?? "";
    const stored = await storedSecret(id);
    expect(stored).toMatch(/^v1\.[\w-]+$/);
    expect(stored).not.toContain(secret);

    // As it was stored before there was encryption.
    const plain = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    await database.db
      .insertInto("second_steps")
      .values({ person_id: other, secret: plain, is_on: true, last_counter: 0 })
      .execute();
    expect(await before.use(other, shownCode(plain))).toBe(true);

    const now = new SecondSteps(database.db, new Encryption(["now", "before"]));
    expect(await now.encryptAll()).toBe(0);
    expect([await storedSecret(id), await storedSecret(other)]).not.toContain(stored);
    expect(await storedSecret(other)).not.toContain(plain);
    expect(await now.use(other, shownCode(plain, 1))).toBe(true);
    expect(await now.turnOn(id, shownCode(secret))).toHaveLength(10);

    // Without its key a secret is lost, recovery codes are not.
    const codes = await now.renewRecoveryCodes(id);
    const lost = new SecondSteps(database.db, new Encryption(["another"]));
    expect(await lost.encryptAll()).toBe(2);
    expect(await lost.use(id, shownCode(secret, 1))).toBe(false);
    expect(await lost.use(id, codes[0] ?? "")).toBe(true);
    // Nothing was overwritten: with the key it is read again.
    expect(await now.use(id, shownCode(secret, 1))).toBe(true);
  });

  test("a provider's first word lets in who confirmed the address, and nobody who turned the second step on", async () => {
    const accounts = new AccountStore(database.db);
    const steps = new SecondSteps(database.db, new Encryption(["before"]));
    const provider = new ProviderSignIn(database.db, accounts, people, steps);
    const identityOf = (verifiedEmail: string) => ({
      issuer: "https://login.example.com",
      subject: verifiedEmail,
      verifiedEmail,
    });
    const [plain, careful] = ["plain@example.com", "careful@example.com"];
    const made = await accounts.createAccount(plain, null, new Date());
    expect(await provider.enter(identityOf(plain), true)).toMatchObject({
      personId: made?.personId,
    });
    const { personId } = (await accounts.createAccount(careful, null, new Date()))!;
    await steps.begin(personId);
    await steps.turnOn(personId, shownCode((await steps.secretBegun(personId)) ?? ""));
    expect(await provider.enter(identityOf(careful), true)).toBe("connect-first");
    // Signed in, with the code, they connect it themselves.
    const person = (await people.find(careful))!;
    expect(await provider.connect(identityOf(careful), person)).toBeUndefined();
    expect(await provider.enter(identityOf(careful), true)).toMatchObject({ personId });
  });

  test("connecting a provider confirms the address that it verified, and links nobody else", async () => {
    const accounts = new AccountStore(database.db);
    const steps = new SecondSteps(database.db, new Encryption(["before"]));
    const provider = new ProviderSignIn(database.db, accounts, people, steps);
    const email = "unconfirmed@example.com";
    await accounts.createAccount(email, null);
    const person = (await people.find(email))!;
    expect(person.isConfirmed).toBe(false);
    const identity = { issuer: "https://login.example.com", subject: "u1" };
    const connect = (verifiedEmail: string | undefined) =>
      provider.connect({ ...identity, verifiedEmail }, person);
    expect(await connect(undefined)).toBe("unverified");
    expect(await connect("other@example.com")).toBe("other-person");
    expect((await people.find(email))?.isConfirmed).toBe(false);
    expect(await connect(email)).toBeUndefined();
    expect((await people.find(email))?.isConfirmed).toBe(true);
    expect(await provider.isConnected(person.id)).toBe(true);
    // Once more is nothing new.
    expect(await connect(email)).toBeUndefined();
  });
});
