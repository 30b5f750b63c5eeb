import { parseArgs } from "node:util";
import { isAccountLimitName } from "../accounts/account-limits.ts";
import { LIMITS, type AccountLimitName } from "../contract/limits.ts";

/** What to do with a limit: a number, Infinity for none, or `default`. */
export type LimitValue = number | "default";

/** What the command line asks for. */
export type Command =
  | { readonly verb: "create"; readonly email: string; readonly keyName: string }
  | { readonly verb: "list" }
  | { readonly verb: "password" | "keys"; readonly email: string }
  | { readonly verb: "create-key"; readonly email: string; readonly name: string }
  | { readonly verb: "revoke-key"; readonly email: string; readonly keyId: string }
  | { readonly verb: "quota" | "limits"; readonly email: string; readonly changes: LimitChanges }
  | { readonly verb: "usage"; readonly email: string; readonly month: string | undefined };

export type LimitChanges = ReadonlyMap<AccountLimitName, LimitValue>;

export interface CommandLine {
  readonly command: Command;
  readonly isJson: boolean;
  /** Whether the new password comes on standard input. */
  readonly passwordFromInput: boolean;
}

/** A command line that says nothing that can be done; the message is one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const HELP = `Accounts of the speech service: who may use it, with which keys, and how much.

  npm run accounts -- COMMAND [--json]

  create EMAIL [--key NAME] [--password-stdin]   make an account with a first API key; both secrets are shown once
  list                                           all accounts
  password EMAIL [--password-stdin]              a new password, shown once; whoever is signed in has to sign in again
  keys EMAIL                                     the account's keys
  keys EMAIL create [NAME]                       make another key; it is shown once
  keys EMAIL revoke KEY_ID                       take a key out of use, for good
  quota EMAIL [NAME=VALUE ...]                   this month's quota, or change it: audio-seconds, characters
  limits EMAIL [NAME=VALUE ...]                  the account's limits, or change them
  usage EMAIL [--month 2026-11]                  what was used in a UTC month, by day, product and key

VALUE is a number, none for no limit, or default. A running service follows within 5 seconds.
Limits: ${Object.keys(LIMITS.account).map(kebabCase).join(", ")}.

With SERVICE_DATABASE_URL it works on that database. Without, on the embedded one in DATA_DIR: through the service
where that runs, else by itself. --json prints JSON (npm run --silent keeps it alone on standard output).
Ends with 0 when it was done, 1 when it could not be done, 2 when the command line is wrong.
`;

/** Reads the arguments of the command line; `help` when that was asked for; throws UsageError. */
export function readCommandLine(parameters: readonly string[]): CommandLine | "help" {
  const { values, positionals } = parse(parameters);
  if (values.help === true || positionals.length === 0 || positionals[0] === "help") return "help";
  const [verb = "", ...rest] = positionals;
  const command = commandOf(verb, rest, values.key, values.month);
  return {
    command,
    isJson: values.json === true,
    passwordFromInput: values["password-stdin"] === true,
  };
}

/** Names a limit as the command line does. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        key: { type: "string" },
        month: { type: "string" },
        "password-stdin": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function commandOf(
  verb: string,
  rest: readonly string[],
  keyName: string | undefined,
  month: string | undefined,
): Command {
  if (verb === "list") return only(rest, 0, { verb });
  const email = emailOf(verb, rest[0]);
  const more = rest.slice(1);
  switch (verb) {
    case "create":
      return only(more, 0, { verb, email, keyName: keyName ?? "first" });
    case "password":
      return only(more, 0, { verb, email });
    case "keys":
      return keysCommand(email, more);
    case "quota":
      return { verb, email, changes: changesOf(more, quotaName) };
    case "limits":
      return { verb, email, changes: changesOf(more, limitName) };
    case "usage":
      return only(more, 0, { verb, email, month: monthOf(month) });
    default:
      throw new UsageError(`there is no command ${verb}; --help lists them`);
  }
}

function keysCommand(email: string, [action, ...rest]: readonly string[]): Command {
  const [subject] = rest;
  if (action === undefined) return { verb: "keys", email };
  if (action === "create") {
    return only(rest.slice(1), 0, { verb: "create-key", email, name: subject ?? "further" });
  }
  if (action === "revoke" && subject !== undefined) {
    return only(rest.slice(1), 0, { verb: "revoke-key", email, keyId: subject });
  }
  throw new UsageError("keys EMAIL takes nothing more, create [NAME] or revoke KEY_ID");
}

function only<Value>(rest: readonly string[], count: number, value: Value): Value {
  const superfluous = rest[count];
  if (superfluous === undefined) return value;
  throw new UsageError(`${superfluous} is one argument too many; --help lists the commands`);
}

const VERBS_OF_ACCOUNTS = ["create", "password", "keys", "quota", "limits", "usage"];

function emailOf(verb: string, email: string | undefined): string {
  if (!VERBS_OF_ACCOUNTS.includes(verb)) {
    throw new UsageError(`there is no command ${verb}; --help lists them`);
  }
  if (email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new UsageError(
    `${verb} takes an e-mail address${email === undefined ? "" : `, got ${email}`}`,
  );
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
  if (isAccountLimitName(camelCase) && kebabCase(camelCase) === name) return camelCase;
  throw new UsageError(
    `there is no limit ${name}; there are ${Object.keys(LIMITS.account).map(kebabCase).join(", ")}`,
  );
}
