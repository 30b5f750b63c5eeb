import { pino } from "pino";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import type { Subject } from "../../conformance/runner.ts";
import { temporaryDataDirectory } from "../databases/embedded-database.ts";
import { startSpeechService } from "./speech-service.ts";
import { writeOperationalHour } from "../status-api/status-history.ts";

const hourMs = 3_600_000;

/** Starts a service, and a status page with an hour of history, for rows to be run against; `running` ends them. */
export async function startConformanceSubject(running: AsyncDisposableStack): Promise<Subject> {
  const { url, key } = running.use(await startSpeechService());
  const statusUrl = await startStatusPage(running);
  return { url, key, ttsUrl: url, statusUrl, compatModel: "whisper-1", faults: new Map() };
}

async function startStatusPage(running: AsyncDisposableStack): Promise<string> {
  const { path: dataDirectory } = running.use(await temporaryDataDirectory("status"));
  const { db } = running.use(await openStatusDatabase({ url: undefined, dataDirectory }));
  await writeOperationalHour(db, Date.now(), Date.now() + hourMs);
  const logger = pino({ level: "silent" });
  const { url } = running.use(await startStatusApi({ db, host: "127.0.0.1", port: 0, logger }));
  return url;
}
