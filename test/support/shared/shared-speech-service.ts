import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { serveCommands } from "#service/command/serve-commands.ts";
import { initialiseEmbedded } from "../databases/embedded-database.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START, testModels } from "../program.ts";
import { accountCommand } from "../service/account-command.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

/** An account of the shared service, without a quota, as the account that a service begins with. */
export interface SharedAccount {
  /** URL of the service. */
  readonly url: string;
  readonly dataDirectory: string;
  readonly key: string;
  readonly email: string;
  readonly password: string;
}

/** A speech service with the bundled models, in a process of its own. */
export interface SharedServiceProgram extends AsyncDisposable {
  readonly process: ChildProcess;
  newAccount(): Promise<SharedAccount>;
}

/** How much of its log is kept, to be shown if it ends before it is told to. */
const KEPT_WRITES = 20;

/** What service/main.ts tells its parent. */
type Message =
  | { readonly type: "listening"; readonly url: string }
  | { readonly type: "model"; readonly id: string; readonly state: string };

/**
 * Starts it, or a program around it, on a free port and waits until all models are loaded. Its log is of errors alone; of a piped
 * one the last lines are told if it ends too early. Without `databaseUrl` its database is embedded.
 */
export async function startSharedSpeechService(
  entry = "service/main.ts",
  log: "pipe" | "inherit" = "pipe",
  databaseUrl?: string,
): Promise<SharedServiceProgram> {
  await using stack = new AsyncDisposableStack();
  const { path: dataDirectory } = stack.use(await temporaryDirectory("service"));
  if (databaseUrl === undefined) await initialiseEmbedded(dataDirectory, "service");
  else {
    // A service on PostgreSQL carries out no commands for others.
    const database = stack.use(await openServiceDatabase({ url: databaseUrl, dataDirectory }));
    stack.use(await serveCommands(dataDirectory, database.db));
  }
  const models = (await readdir(testModels)).length;
  const service = fork(path.join(projectRoot, entry), {
    cwd: projectRoot,
    execArgv: QUICK_TO_START,
    env: {
      ...cleanEnvironment(),
      DATA_DIR: dataDirectory,
      ...(databaseUrl !== undefined && { SERVICE_DATABASE_URL: databaseUrl }),
      SERVICE_PORT: "0",
      LOG_LEVEL: "error",
      ENGINE_PROCESSES: "2",
      // Limits by address are for each client that a test names, not for all tests together.
      TRUSTED_PROXIES: "127.0.0.1",
    },
    stdio: ["ignore", log, "inherit", "ipc"],
  });
  const gone = once(service, "exit");
  const lastLines: string[] = [];
  service.stdout?.setEncoding("utf8").on("data", (lines: string) => {
    lastLines.push(lines);
    if (lastLines.length > KEPT_WRITES) lastLines.shift();
  });
  /** Says how it ended; undefined while it runs. */
  const ending = (): string | undefined => {
    const { exitCode, signalCode } = service;
    if (exitCode === null && signalCode === null) return undefined;
    return `the shared service ended too early (${signalCode ?? exitCode}):\n${lastLines.join("")}`;
  };
  stack.defer(async () => {
    // At the end of all output, where it is found: all files that come after its end fail.
    const early = ending();
    if (early !== undefined) process.stderr.write(early);
    service.kill();
    await gone;
  });
  const { promise: loaded, resolve } = Promise.withResolvers<string>();
  const ok = new Set<string>();
  let url = "";
  service.on("message", (message: Message) => {
    if (message.type === "listening") url = message.url;
    else if (message.state === "ok") ok.add(message.id);
    if (url !== "" && ok.size === models) resolve(url);
  });
  const ended = gone.then(() => Promise.reject(new Error("the shared service did not start")));
  await Promise.race([loaded, ended]);

  const running = stack.move();
  let accounts = 0;
  return {
    process: service,
    async newAccount() {
      const early = ending();
      if (early !== undefined) throw new Error(early);
      const email = `shared${++accounts}@example.com`;
      const made = await accountCommand(dataDirectory, "create", email);
      if (made.object !== "new_account") throw new Error(`made ${made.object}, no account`);
      const unlimited = ["monthly-audio-seconds=none", "monthly-characters=none"];
      await accountCommand(dataDirectory, "limits", email, ...unlimited);
      return { url, dataDirectory, key: made.api_key.key, email, password: made.password ?? "" };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
