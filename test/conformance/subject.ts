import { pino } from "pino";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import type { Subject } from "./runner.ts";
import { temporaryDataDirectory } from "../support/databases/embedded-database.ts";
import { writeOperationalHour } from "../support/status-api/status-history.ts";
import { accountCommand } from "../support/service/account-command.ts";
import { sharedSpeechService } from "../support/service/speech-service.ts";

const hourMs = 3_600_000;

/**
 * Gives the speech service that all files share for rows to be run against, with an account of their own and without a status
 * page; `limits` that differ from the default ones are written as `npm run accounts` takes them.
 */
export async function conformanceSubject(...limits: readonly string[]): Promise<Subject> {
  const { url, key, email, dataDirectory } = await sharedSpeechService();
  if (limits.length > 0) await accountCommand(dataDirectory, "limits", email, ...limits);
  return {
    url,
    key,
    ttsUrl: url,
    statusUrl: undefined,
    compatModel: "whisper-1",
    faults: new Map(),
  };
}

/** Starts a status page with an hour of history and returns its address; `running` ends it. */
export async function startStatusPage(running: AsyncDisposableStack): Promise<string> {
  const { path: dataDirectory } = running.use(await temporaryDataDirectory("status"));
  const { db } = running.use(await openStatusDatabase({ url: undefined, dataDirectory }));
  await writeOperationalHour(db, Date.now(), Date.now() + hourMs);
  const logger = pino({ level: "silent" });
  const { url } = running.use(await startStatusApi({ db, host: "127.0.0.1", port: 0, logger }));
  return url;
}
