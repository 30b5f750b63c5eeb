import { userInfo } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { CommanderError } from "commander";
import { ADMIN_TOKEN_FILE } from "#runtime/data-files.ts";
import { readAdminToken } from "../settings/admin-token.ts";
import { EXIT } from "#runtime/fault.ts";
import { ConfigError } from "#runtime/settings.ts";
import { readConfig } from "../settings/config.ts";
import { type AdminApi, adminApi, CommandError } from "./admin-api.ts";
import { statusProgram } from "./program.ts";

/** `npm run status`: incidents, maintenance, evidence and subscribers from the command line. */

async function connect(actor = userInfo().username): Promise<AdminApi> {
  const config = readConfig();
  const token =
    config.adminToken ?? (await readAdminToken(path.join(config.dataDirectory, ADMIN_TOKEN_FILE)));
  return adminApi(config.url, token, actor);
}

async function main(parameters: readonly string[]): Promise<number> {
  const program = statusProgram({
    connect,
    readInput: () => text(process.stdin),
    print: (output) => process.stdout.write(output),
    printError: (output) => process.stderr.write(output),
  });
  try {
    await program.parseAsync(parameters.length === 0 ? ["--help"] : parameters, { from: "user" });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    process.stderr.write(`status: ${error.message}\n`);
    return EXIT.failed;
  }
}

process.exitCode = await main(process.argv.slice(2));
