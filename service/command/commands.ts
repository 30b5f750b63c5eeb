import { Option } from "commander";
import { isAccountLimitName } from "../accounts/account-limits.ts";
import { LIMITS, type AccountLimitName } from "../contract/limits.ts";
import type * as accountWork from "./account-work.ts";
import type { Answer, CommandSubject, LimitChanges, LimitValue } from "./account-work.ts";
import { limitOption } from "./limit-option.ts";

/** A command line that cannot be understood; the message is one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The options of all commands as they were given; undefined where not given. */
export interface Options {
  readonly key?: string;
  readonly month?: string;
  readonly passwordStdin?: boolean;
}

/** A command that was read from the command line but has not run yet. */
export interface Request {
  readonly given: unknown;
  readonly run: (subject: CommandSubject) => Promise<Answer>;
}

export interface Command {
  /** Its name, then `<argument>`s. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** Reads its arguments without doing anything; throws UsageError. */
  readonly read: (options: Options, ...values: string[]) => Request;
}

const passwordStdin = new Option("--password-stdin", "read the password from standard input");

/** Every command of `npm run accounts`. */
export const commands: readonly Command[] = [
  {
    usage: "create <email>",
    about: "make an account with a first API key; both secrets are shown once",
    options: [new Option("--key <name>", "what the key is called"), passwordStdin],
    read: reading(
      (work) => work.createAccount,
      ({ key }, email) => ({
        email: emailOf(email),
        keyName: key ?? "first",
      }),
    ),
  },
  {
    usage: "list",
    about: "list all accounts",
    options: [],
    read: reading(
      (work) => work.listAccounts,
      () => ({}),
    ),
  },
  {
    usage: "password <email>",
    about: "set a new password, shown once; whoever is signed in has to sign in again",
    options: [passwordStdin],
    read: reading(
      (work) => work.setPassword,
      (_, email) => ({ email: emailOf(email) }),
    ),
  },
  {
    usage: "two-step-off <email>",
    about: "let somebody sign in without a code who lost their phone and their recovery codes",
    options: [],
    read: reading(
      (work) => work.turnTwoStepOff,
      (_, email) => ({ email: emailOf(email) }),
    ),
  },
  {
    usage: "keys <email> [action] [subject]",
    about: "list an account's keys; or create [NAME], shown once; or revoke KEY_ID, for good",
    options: [],
    read: reading(
      (work) => work.changeKeys,
      (_, email, action, subject) => ({
        email: emailOf(email),
        ...keyChangeOf(action, subject),
      }),
    ),
  },
  {
    usage: "quota <email> [changes...]",
    about: "show or change this month's quota: audio-seconds=VALUE, characters=VALUE",
    options: [],
    read: reading(
      (work) => work.setQuota,
      (_, email, ...changes) => ({
        email: emailOf(email),
        changes: changesOf(changes, quotaName),
      }),
    ),
  },
  {
    usage: "limits <email> [changes...]",
    about: "show or change an account's limits: NAME=VALUE",
    options: [],
    read: reading(
      (work) => work.setLimits,
      (_, email, ...changes) => ({
        email: emailOf(email),
        changes: changesOf(changes, limitName),
      }),
    ),
  },
  {
    usage: "usage <email>",
    about: "show what was used in a UTC month, by day, product and key",
    options: [new Option("--month <month>", "like 2026-11; this month if not given")],
    read: reading(
      (work) => work.showUsage,
      ({ month }, email) => ({
        email: emailOf(email),
        month: monthOf(month),
      }),
    ),
  },
];

export const LIMIT_NAMES = Object.keys(LIMITS.account).map(limitOption).join(", ");

/**
 * Returns the `read` of a command. Its code is loaded only when it runs: a running service carries it out in place of the
 * command line, which then needs no database.
 */
function reading<Given>(
  workOf: (work: typeof accountWork) => (given: Given, subject: CommandSubject) => Promise<Answer>,
  givenIn: (options: Options, ...values: string[]) => Given,
): Command["read"] {
  return (options, ...values) => {
    const given = givenIn(options, ...values);
    return {
      given,
      run: async (subject) => workOf(await import("./account-work.ts"))(given, subject),
    };
  };
}

function emailOf(email = ""): string {
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new UsageError(`the command takes an e-mail address, got ${email}`);
}

function keyChangeOf(action: string | undefined, subject: string | undefined) {
  if (action === undefined) return {};
  if (action === "create") return { create: subject ?? "further" };
  if (action === "revoke" && subject !== undefined) return { revoke: subject };
  throw new UsageError("keys EMAIL takes nothing more, create [NAME] or revoke KEY_ID");
}

function monthOf(month: string | undefined): string | undefined {
  if (month === undefined || /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return month;
  throw new UsageError(`--month takes a month like 2026-11, got ${month}`);
}

function changesOf(
  assignments: readonly string[],
  nameOf: (name: string) => AccountLimitName,
): LimitChanges {
  return new Map(
    assignments.map((assignment) => {
      const [name = "", value] = assignment.split("=", 2);
      return [nameOf(name), valueOf(assignment, value)];
    }),
  );
}

function valueOf(assignment: string, value: string | undefined): LimitValue {
  if (value === "default") return value;
  if (value === "none") return Infinity;
  if (value !== undefined && /^\d{1,15}$/.test(value)) return Number(value);
  throw new UsageError(`${assignment}: takes NAME=NUMBER, NAME=none or NAME=default`);
}

function quotaName(name: string): AccountLimitName {
  if (name === "audio-seconds") return "monthlyAudioSeconds";
  if (name === "characters") return "monthlyCharacters";
  throw new UsageError(`there is no quota ${name}; there are audio-seconds and characters`);
}

function limitName(name: string): AccountLimitName {
  const camelCase = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (isAccountLimitName(camelCase) && limitOption(camelCase) === name) return camelCase;
  throw new UsageError(`there is no limit ${name}; there are ${LIMIT_NAMES}`);
}
