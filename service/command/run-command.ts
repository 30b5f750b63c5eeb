import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountLimitStore, isAccountLimitName } from "../accounts/account-limits.ts";
import { generateApiKey } from "../accounts/api-key.ts";
import { LIMITS } from "../contract/limits.ts";
import { DashboardSessions } from "../accounts/dashboard-sessions.ts";
import { passwordFault, type PasswordFault } from "../accounts/password-rule.ts";
import { hashPassword } from "../accounts/password.ts";
import { QuotaMonths } from "../access/quota/quota-months.ts";
import { readQuotaMonth, type QuotaStanding } from "../access/quota/quota.ts";
import { AccountStore, type Account, type ApiKey } from "../accounts/store.ts";
import { readUsageDays } from "../access/quota/usage-days.ts";
import { kebabCase, type Command, type LimitChanges } from "./command-line.ts";
import type { Answer, KeyAnswer } from "./answer.ts";

/** A command that cannot be done as things are; the message is one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** What commands work on. */
export interface CommandSubject {
  readonly db: Kysely<ServiceDatabase>;
  readonly now: Date;
  /** The password to set; generated and shown when it is absent. */
  readonly password: string | undefined;
}

const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  "too-short": `a password has at least ${LIMITS.passwordCharacters.least} characters`,
  "too-long": `a password has at most ${LIMITS.passwordCharacters.most} characters`,
  "too-common": "the password is one that others would guess",
  "like-email": "the password is made of the e-mail address",
};

/** Does what a command says; rejects with CommandError. */
export async function runCommand(command: Command, subject: CommandSubject): Promise<Answer> {
  const accounts = new AccountStore(subject.db);
  if (command.verb === "list") return listAccounts(accounts);
  if (command.verb === "create") return createAccount(command, accounts, subject.password);
  const found = await accounts.findAccount(command.email);
  if (found === undefined) throw new CommandError(`there is no account ${command.email}`);
  const { account } = found;
  switch (command.verb) {
    case "password":
      return setPassword(subject, accounts, account);
    case "keys":
      return { object: "keys", data: (await accounts.keysOf(account.id)).map(keyAnswer) };
    case "create-key":
      return { object: "new_key", ...(await createKey(accounts, account, command.name)) };
    case "revoke-key":
      return revokeKey(accounts, account, command.keyId);
    case "quota":
      await change(subject, account, command.changes);
      return quotaOf(subject, account);
    case "limits":
      await change(subject, account, command.changes);
      return limitsOf(subject, account);
    case "usage":
      return usageOf(subject, accounts, account, command.month);
  }
}

async function listAccounts(accounts: AccountStore): Promise<Answer> {
  const data = (await accounts.listAccounts()).map(({ id, email, keys, createdAt }) => ({
    id,
    email,
    keys,
    created_at: createdAt.toISOString(),
  }));
  return { object: "accounts", data };
}

async function createAccount(
  { email, keyName }: { readonly email: string; readonly keyName: string },
  accounts: AccountStore,
  given: string | undefined,
): Promise<Answer> {
  const password = newPassword(given, email);
  const account = await accounts.createAccount(email, await hashPassword(password));
  if (account === undefined) throw new CommandError(`there is an account ${email} already`);
  return {
    object: "new_account",
    id: account.id,
    email: account.email,
    password: given === undefined ? password : null,
    api_key: await createKey(accounts, account, keyName),
  };
}

async function setPassword(
  { db, password: given }: CommandSubject,
  accounts: AccountStore,
  { id, email }: Account,
): Promise<Answer> {
  const password = newPassword(given, email);
  await accounts.setPassword(id, await hashPassword(password));
  await new DashboardSessions(db).endAll(id);
  return { object: "password", email, password: given === undefined ? password : null };
}

/** The password that was given, or a random one; throws CommandError for one that others would guess. */
function newPassword(given: string | undefined, email: string): string {
  if (given === undefined) return randomBytes(18).toString("base64url");
  const fault = passwordFault(given, email);
  if (fault === undefined) return given;
  throw new CommandError(PASSWORD_FAULTS[fault]);
}

async function createKey(accounts: AccountStore, account: Account, name: string) {
  const secret = generateApiKey();
  const key = await accounts.addKey(account.id, secret, name);
  if (key === undefined) throw new CommandError("the key could not be made; try again");
  return { ...keyAnswer(key), key: secret };
}

async function revokeKey(accounts: AccountStore, account: Account, id: string): Promise<Answer> {
  const key = (await accounts.keysOf(account.id)).find((one) => one.id === id);
  if (key === undefined) throw new CommandError(`${account.email} has no key ${id}`);
  await accounts.revokeKey(account.id, id);
  return { object: "keys", data: (await accounts.keysOf(account.id)).map(keyAnswer) };
}

async function change({ db }: CommandSubject, account: Account, changes: LimitChanges) {
  const limits = new AccountLimitStore(db);
  for (const [name, value] of changes) {
    if (value === "default") await limits.reset(account.id, name);
    else await limits.set(account.id, name, value);
  }
}

async function quotaOf({ db, now }: CommandSubject, account: Account): Promise<Answer> {
  const limits = await new AccountLimitStore(db).read(account.id);
  const quota = await readQuotaMonth(new QuotaMonths(db), account.id, limits, now);
  const row = (name: string, { limit, used, reserved }: QuotaStanding) => ({
    name,
    limit: finite(limit),
    used,
    reserved,
  });
  return {
    object: "quota",
    month: quota.month,
    resets_at: quota.resetsAt.toISOString(),
    data: [row("audio-seconds", quota.audioSeconds), row("characters", quota.characters)],
  };
}

async function limitsOf({ db }: CommandSubject, account: Account): Promise<Answer> {
  const own = await new AccountLimitStore(db).own(account.id);
  const data = Object.entries(LIMITS.account).flatMap(([name, standard]) => {
    if (!isAccountLimitName(name)) return [];
    const value = own.get(name) ?? standard;
    return {
      name: kebabCase(name),
      value: finite(value),
      default: standard,
      is_own: own.has(name),
    };
  });
  return { object: "limits", data };
}

async function usageOf(
  { db, now }: CommandSubject,
  accounts: AccountStore,
  account: Account,
  chosen: string | undefined,
): Promise<Answer> {
  const month = chosen ?? now.toISOString().slice(0, 7);
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
  return { object: "usage", month, data };
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function keyAnswer(key: ApiKey): KeyAnswer {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** No limit is null in answers. */
function finite(limit: number): number | null {
  return limit === Infinity ? null : limit;
}
