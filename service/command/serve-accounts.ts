import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { readCommandLine } from "./command-line.ts";
import { UsageError } from "./commands.ts";
import { serveCommands, type SocketReply, type SocketRequest } from "./command-socket.ts";
import { CommandError } from "./account-work.ts";

/** Lets the command line work on the database that this process holds; rejects with a system error. */
export function serveAccounts(
  dataDirectory: string,
  db: Kysely<ServiceDatabase>,
): Promise<AsyncDisposable> {
  return serveCommands(dataDirectory, (request) => carryOut(request, db));
}

async function carryOut(
  { parameters, password }: SocketRequest,
  db: Kysely<ServiceDatabase>,
): Promise<SocketReply> {
  try {
    const line = readCommandLine(parameters);
    if ("help" in line) return { error: "help needs no service" };
    return { answer: await line.run({ db, now: new Date(), password }) };
  } catch (error) {
    if (error instanceof CommandError || error instanceof UsageError)
      return { error: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { error: `the database failed: ${reason.split("\n")[0] ?? ""}` };
  }
}
