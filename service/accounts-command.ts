import { text } from "node:stream/consumers";
import { DatabaseOpenError } from "#database/database-open-error.ts";
import { EXIT } from "#runtime/fault.ts";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { ConfigError } from "#runtime/settings.ts";
import { readConfig, type ServiceConfig } from "./config.ts";
import { answerText } from "./command/answer-text.ts";
import { readCommandLine, type CommandLine } from "./command/command-line.ts";
import { askService } from "./command/command-socket.ts";
import type { Answer } from "./command/account-work.ts";
import { CommandError } from "./command/command-error.ts";
import { UsageError } from "./command/commands.ts";

/** `npm run accounts`: accounts, keys, quotas and usage from the command line; --help says how. */

async function main(parameters: readonly string[]): Promise<number> {
  try {
    const line = readCommandLine(parameters);
    if ("help" in line) {
      process.stdout.write(line.help);
      return EXIT.done;
    }
    const answer = await carryOut(line, parameters, readConfig(process.env));
    process.stdout.write(line.isJson ? `${JSON.stringify(answer, null, 2)}\n` : answerText(answer));
    return EXIT.done;
  } catch (error) {
    process.stderr.write(`accounts: ${explain(error)}\n`);
    return error instanceof UsageError ? EXIT.wrongUse : EXIT.failed;
  }
}

async function carryOut(
  { run, passwordFromInput }: CommandLine,
  parameters: readonly string[],
  { databaseUrl, dataDirectory }: ServiceConfig,
): Promise<Answer> {
  const password = passwordFromInput
    ? (await text(process.stdin)).replace(/\r?\n$/, "")
    : undefined;
  if (databaseUrl === undefined) {
    const reply = await askService(dataDirectory, { parameters, password });
    if (reply !== undefined && "error" in reply) throw new CommandError(reply.error);
    if (reply !== undefined) return reply.answer;
  }
  // Loaded only when it is needed: it takes as long as all the rest.
  const { openServiceDatabase } = await import("#migrations/service/open-service-database.ts");
  await using database = await openServiceDatabase({ url: databaseUrl, dataDirectory });
  return await run({ db: database.db, now: new Date(), password });
}

/** Returns an error as one line for the person at the terminal. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DatabaseOpenError && error.code === "database_locked") {
    return `${error.message} (SERVICE_DATABASE_URL)`;
  }
  const isExpected = [CommandError, UsageError, ConfigError, DatabaseOpenError].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? error.message : `the database failed: ${error.message.split("\n")[0] ?? ""}`;
}

writeForOwnerAlone();
process.exitCode = await main(process.argv.slice(2));
