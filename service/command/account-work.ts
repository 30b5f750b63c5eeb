import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountLimitStore, isAccountLimitName } from "../accounts/account-limits.ts";
import { generateApiKey } from "../accounts/api-key.ts";
import { limitJson, LIMITS, type AccountLimitName } from "../contract/limits.ts";
import { DashboardSessions } from "../accounts/dashboard-sessions.ts";
import { passwordFault, type PasswordFault, randomPassword } from "../accounts/password-rule.ts";
import { PasswordHashing } from "../accounts/password.ts";
import { People } from "../accounts/people.ts";
import { secondStepOf, turnSecondStepOff } from "../accounts/second-steps.ts";
import { QuotaMonths } from "../access/quota/quota-months.ts";
import { readQuotaMonth, type QuotaStanding } from "../access/quota/quota.ts";
import { AccountStore, type Account, type ListedKey } from "../accounts/store.ts";
import { readUsageDays } from "../access/quota/usage-days.ts";
import { CommandError } from "./command-error.ts";
import { limitOption } from "./limit-option.ts";

const passwords = new PasswordHashing();

/** Answers of the commands, as printed with --json; times are ISO 8601, null means none. */
export type Answer = Awaited<
  ReturnType<
    | typeof listAccounts
    | typeof createAccount
    | typeof setPassword
    | typeof turnTwoStepOff
    | typeof changeKeys
    | typeof setQuota
    | typeof setLimits
    | typeof showUsage
  >
>;
export type KeyAnswer = ReturnType<typeof keyAnswer>;
export type NewKeyAnswer = Awaited<ReturnType<typeof createKey>>;

/** New value of a limit: a number, Infinity for unlimited, or `default`. */
export type LimitValue = number | "default";

export type LimitChanges = ReadonlyMap<AccountLimitName, LimitValue>;

interface OfAccount {
  readonly email: string;
}

interface ChangedLimits extends OfAccount {
  readonly changes: LimitChanges;
}

export interface CommandSubject {
  readonly db: Kysely<ServiceDatabase>;
  readonly now: Date;
  /** The password to set; generated and shown when it is absent. */
  readonly password: string | undefined;
}

const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  "too-short": `a password has at least ${LIMITS.passwordCharacters.min} characters`,
  "too-long": `a password has at most ${LIMITS.passwordCharacters.max} characters`,
  "too-common": "the password is one that others would guess",
  "like-email": "the password is made of the e-mail address",
};

export async function listAccounts(_given: object, { db }: CommandSubject) {
  const data = (await new AccountStore(db).listAccounts()).map(
    ({ id, email, keys, createdAt }) => ({
      id,
      email,
      keys,
      created_at: createdAt.toISOString(),
    }),
  );
  return { object: "accounts" as const, data };
}

export async function createAccount(
  { email, keyName }: OfAccount & { readonly keyName: string },
  { db, password: given }: CommandSubject,
) {
  const accounts = new AccountStore(db);
  const password = newPassword(given, email);
  const account = await accounts.createAccount(email, await passwords.hash(password));
  if (account === undefined) throw new CommandError(`there is an account ${email} already`);
  return {
    object: "new_account" as const,
    id: account.id,
    email: account.email,
    password: given === undefined ? password : null,
    api_key: await createKey(accounts, account, keyName),
  };
}

export async function setPassword(given: OfAccount, subject: CommandSubject) {
  const people = new People(subject.db);
  const person = await people.find(given.email);
  if (person === undefined) throw new CommandError(`there is no account ${given.email}`);
  const { id, email } = person;
  const password = newPassword(subject.password, email);
  await people.setPassword(id, await passwords.hash(password));
  await new DashboardSessions(subject.db).endAll(id);
  return {
    object: "password" as const,
    email,
    password: subject.password === undefined ? password : null,
  };
}

/** Turns off the second step of a person who lost their phone and their recovery codes. */
export async function turnTwoStepOff({ email: given }: OfAccount, { db }: CommandSubject) {
  const person = await new People(db).find(given);
  if (person === undefined) throw new CommandError(`there is no account ${given}`);
  const { isOn } = await secondStepOf(db, person.id);
  await turnSecondStepOff(db, person.id);
  return { object: "two_step" as const, email: person.email, was_on: isOn };
}

/** Returns the given password, or a random one; throws CommandError for one that others would guess. */
function newPassword(given: string | undefined, email: string): string {
  if (given === undefined) return randomPassword();
  const fault = passwordFault(given, email);
  if (fault === undefined) return given;
  throw new CommandError(PASSWORD_FAULTS[fault]);
}

async function find({ email }: OfAccount, { db }: CommandSubject) {
  const accounts = new AccountStore(db);
  const account = await accounts.findAccount(email);
  if (account === undefined) throw new CommandError(`there is no account ${email}`);
  return { accounts, account };
}

async function createKey(accounts: AccountStore, account: Account, name: string) {
  const secret = generateApiKey();
  const key = await accounts.addKey(account.id, secret, name, { in: "command" });
  if (key === undefined) throw new CommandError("the key could not be made; try again");
  return { ...keyAnswer({ ...key, madeIn: "command", madeBy: null }), key: secret };
}

/** Lists the keys of an account; or creates one with a name; or revokes one by its id. */
export async function changeKeys(
  given: OfAccount & { readonly create?: string; readonly revoke?: string },
  subject: CommandSubject,
) {
  const { accounts, account } = await find(given, subject);
  const { create, revoke } = given;
  if (create !== undefined) {
    return { object: "new_key" as const, ...(await createKey(accounts, account, create)) };
  }
  if (revoke !== undefined) {
    const key = (await accounts.keysOf(account.id)).find(({ id }) => id === revoke);
    if (key === undefined) throw new CommandError(`${account.email} has no key ${revoke}`);
    await accounts.revokeKey(account.id, revoke);
  }
  return { object: "keys" as const, data: (await accounts.keysOf(account.id)).map(keyAnswer) };
}

async function change(given: ChangedLimits, subject: CommandSubject): Promise<Account> {
  const { account } = await find(given, subject);
  const limits = new AccountLimitStore(subject.db);
  for (const [name, value] of given.changes) {
    if (value === "default") await limits.reset(account.id, name);
    else await limits.set(account.id, name, value);
  }
  return account;
}

/** Changes the quota of an account, if there are changes, and returns quota and usage of this month. */
export async function setQuota(given: ChangedLimits, subject: CommandSubject) {
  const account = await change(given, subject);
  const { db, now } = subject;
  const limits = await new AccountLimitStore(db).read(account.id);
  const quota = await readQuotaMonth(new QuotaMonths(db), account.id, limits, now);
  const row = (name: string, { limit, used, reserved }: QuotaStanding) => ({
    name,
    limit: limitJson(limit),
    used,
    reserved,
  });
  return {
    object: "quota" as const,
    month: quota.month,
    resets_at: quota.resetsAt.toISOString(),
    data: [row("audio-seconds", quota.audioSeconds), row("characters", quota.characters)],
  };
}

/** Changes the limits of an account, if there are changes, and returns them. */
export async function setLimits(given: ChangedLimits, subject: CommandSubject) {
  const account = await change(given, subject);
  const own = await new AccountLimitStore(subject.db).own(account.id);
  const data = Object.entries(LIMITS.account).flatMap(([name, standard]) => {
    if (!isAccountLimitName(name)) return [];
    const value = own.get(name) ?? standard;
    return {
      name: limitOption(name),
      value: limitJson(value),
      default: standard,
      is_own: own.has(name),
    };
  });
  return { object: "limits" as const, data };
}

export async function showUsage(
  given: OfAccount & { readonly month: string | undefined },
  subject: CommandSubject,
) {
  const { accounts, account } = await find(given, subject);
  const { db, now } = subject;
  const month = given.month ?? now.toISOString().slice(0, 7);
  const range = { first: `${month}-01`, last: lastDayOf(month) };
  const days = await readUsageDays(db, account.id, range);
  const names = new Map((await accounts.keysOf(account.id)).map(({ id, name }) => [id, name]));
  const data = days.map(({ day, product, keyId, requests, audioSeconds, characters }) => ({
    day,
    product,
    key: names.get(keyId) ?? "dashboard",
    requests,
    audio_seconds: audioSeconds,
    characters,
  }));
  return { object: "usage" as const, month, data };
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function keyAnswer(key: ListedKey) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt.toISOString(),
    made_in: key.madeIn,
    made_by: key.madeBy,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
