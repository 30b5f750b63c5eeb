import { userInfo } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { ADMIN_TOKEN_FILE, readAdminToken } from "../admin/admin-token.ts";
import { ConfigError, readConfig } from "../config.ts";
import { adminApi } from "./admin-api.ts";
import { answerText } from "./answer-text.ts";
import type { Command } from "./command.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { HELP } from "./help.ts";
import { runCommand } from "./run-command.ts";
import { CommandError, UsageError } from "./usage-error.ts";

/** `npm run status`: incidents, maintenance, evidence and subscribers from the command line; HELP says how. */

const EXIT = { done: 0, failed: 1, wrongUse: 2 };

async function main(parameters: readonly string[]): Promise<number> {
  try {
    const line = readCommandLine(parameters, Date.now());
    if (line === "help") {
      process.stdout.write(HELP);
      return EXIT.done;
    }
    const answer = await carryOut(line);
    process.stdout.write(
      line.isJson ? `${JSON.stringify(answer.value, null, 2)}\n` : answerText(answer),
    );
    return EXIT.done;
  } catch (error) {
    const isExpected = [CommandError, ConfigError, UsageError].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected || !(error instanceof Error)) throw error;
    process.stderr.write(`status: ${error.message}\n`);
    return error instanceof UsageError ? EXIT.wrongUse : EXIT.failed;
  }
}

async function carryOut({ command, actor }: CommandLine) {
  const config = readConfig();
  const token =
    config.adminToken ?? (await readAdminToken(path.join(config.dataDirectory, ADMIN_TOKEN_FILE)));
  const api = adminApi(config.url, token, actor ?? userInfo().username);
  return runCommand(await withInput(command), api);
}

/** Puts standard input in the place of a body that is `-`. */
async function withInput(command: Command): Promise<Command> {
  if (!("body" in command) || command.body !== "-") return command;
  const body = (await text(process.stdin)).trim();
  if (body === "") throw new UsageError("--body - reads from standard input, which is empty");
  return { ...command, body };
}

process.exitCode = await main(process.argv.slice(2));
