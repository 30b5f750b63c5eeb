import { inject } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { serveCommands } from "#service/command/serve-commands.ts";
import { eventually } from "../eventually.ts";
import { sharedDatabase, sharedDirectory } from "../shared/shared.ts";
import type { SharedAccount } from "../shared/shared-speech-service.ts";
import { accountCommand } from "./account-command.ts";
import { callerOf, startSpeechService, type SpeechService } from "./speech-service.ts";

/** A speech service that is this file's alone until it is disposed; another file of the same process has it next. */
export type SpeechServiceInTurn = SpeechService & Pick<SharedAccount, "dataDirectory">;

const IDLE_TIMEOUT_MS = 120_000;

let running: Promise<{ service: SpeechService; dataDirectory: string }> | undefined;
let accounts = 0;

/**
 * Gives the speech service that the files of this process use one after another, with a new account without a quota. They may
 * look into its engine and kill its models, but not stop it; it ends with the process.
 */
export async function speechServiceInTurn(): Promise<SpeechServiceInTurn> {
  running ??= start();
  const { service, dataDirectory } = await running;
  const { url, engine, reload } = service;
  const email = `turn${++accounts}@example.com`;
  const made = await accountCommand(dataDirectory, "create", email);
  if (made.object !== "new_account") throw new Error(`made ${made.object}, no account`);
  const unlimited = ["monthly-audio-seconds=none", "monthly-characters=none"];
  await accountCommand(dataDirectory, "limits", email, ...unlimited);
  const key = made.api_key.key;
  return {
    url,
    dataDirectory,
    key,
    email,
    password: made.password ?? "",
    engine,
    reload,
    call: callerOf({ url, key }),
    [Symbol.asyncDispose]: () => becomesIdle(engine),
  };
}

async function start(): Promise<{ service: SpeechService; dataDirectory: string }> {
  const dataDirectory = await sharedDirectory();
  if (inject("suiteDatabase") === "PGlite") {
    return { service: await startSpeechService({ DATA_DIR: dataDirectory }), dataDirectory };
  }
  const url = await sharedDatabase("service");
  const service = await startSpeechService({ DATA_DIR: dataDirectory, SERVICE_DATABASE_URL: url });
  // A service on PostgreSQL carries out no commands for others.
  const { db } = await openServiceDatabase({ url, dataDirectory });
  await serveCommands(dataDirectory, db);
  return { service, dataDirectory };
}

async function becomesIdle({ models }: SpeechService["engine"]): Promise<void> {
  await eventually(
    "every model is ok and has nothing to do",
    () => models.every(({ state, queue }) => state === "ok" && queue.running === 0),
    IDLE_TIMEOUT_MS,
  );
}
