import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { Answer, NewKeyAnswer } from "#service/command/account-work.ts";
import { readCommandLine } from "#service/command/command-line.ts";
import { issueToken } from "#service/access/demo-session.ts";
import { AccountStore } from "#service/accounts/store.ts";

/** Where a service keeps its accounts. */
export interface AccountDatabase {
  readonly url: string;
  readonly dataDirectory: string;
}

const AN_HOUR_MS = 3_600_000;

/** Makes an account with limits of its own and gives its API key. */
export async function keyOfNewAccount(
  database: AccountDatabase,
  email: string,
  ...limits: readonly string[]
): Promise<string> {
  return withCommands(database, async (run) => {
    const { key } = await newAccount(run, email);
    await run("limits", email, ...limits);
    return key;
  });
}

/** Makes an account and gives its API key, which is taken out of use. */
export async function revokedKey(database: AccountDatabase, email: string): Promise<string> {
  return withCommands(database, async (run) => {
    const { id, key } = await newAccount(run, email);
    await run("keys", email, "revoke", id);
    return key;
  });
}

/** The token of a demo session that began an hour ago. */
export async function expiredToken(database: AccountDatabase): Promise<string> {
  return withDatabase(database, async ({ db }) => {
    const secret = await new AccountStore(db).sharedSecret("session-tokens");
    return issueToken(secret, Date.now() - AN_HOUR_MS).token;
  });
}

type Run = (...parameters: string[]) => Promise<Answer>;

async function newAccount(run: Run, email: string): Promise<NewKeyAnswer> {
  const answer = await run("create", email);
  if (answer.object === "new_account") return answer.api_key;
  throw new Error(`made ${answer.object}, no account`);
}

/** Does what the accounts command does. */
async function withCommands<Value>(
  database: AccountDatabase,
  use: (run: Run) => Promise<Value>,
): Promise<Value> {
  return withDatabase(database, ({ db }) =>
    use(async (...parameters) => {
      const line = readCommandLine(parameters);
      if ("help" in line) throw new Error("that is no command");
      return line.run({ db, now: new Date(), password: undefined });
    }),
  );
}

async function withDatabase<Value>(
  where: AccountDatabase,
  use: (database: OpenDatabase<ServiceDatabase>) => Promise<Value>,
): Promise<Value> {
  const database = await openServiceDatabase(where);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
