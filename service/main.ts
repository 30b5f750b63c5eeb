import { setFlagsFromString } from "node:v8";
import { DatabaseOpenError } from "#database/database-open-error.ts";
import { answerWatchdog } from "#runtime/watchdog.ts";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { listenFault } from "#runtime/listen-fault.ts";
import { ConfigError } from "#runtime/settings.ts";
import { abortedUnlessFailed, StopSignals } from "#runtime/stop-signals.ts";
import { startTracing } from "#runtime/tracing.ts";
import { logUnknownSettings } from "#runtime/unknown-settings.ts";
import { readConfig, type ServiceConfig } from "./config.ts";
import { ModelFolderError } from "./engine/model/manifest.ts";
import { makeLog } from "./log.ts";
import { WebBuildMissing } from "./api/pages/web-build.ts";
import { runService, type RunningService } from "./running-service.ts";

/**
 * The speech service as a program of its own, or as a child process of `npm start`.
 *
 * As a child it sends `{type:"listening", url}` and `{type:"model", id, state}`, reads its models again when its parent sends
 * `{type:"reload"}`, and ends when the parent sends `{type:"stop"}` or is gone.
 */

type Message =
  | { readonly type: "listening"; readonly url: string }
  | { readonly type: "model"; readonly id: string; readonly state: string };

// The heap may double between two garbage collections. By default V8 collects after every few requests for speech: it counts
// audio buffers towards the heap, which is small, and each collection costs more than the request.
setFlagsFromString("--heap-growing-percent=100");

function tell(message: Message): void {
  if (process.connected) process.send?.(message);
}

/** Returns an error of the start that the operator can fix as one line, without a stack; throws any other. */
function explain(fault: unknown, config: ServiceConfig | undefined): string {
  const error = config === undefined ? fault : listenFault(fault, "SERVICE", config);
  if (!(error instanceof Error)) throw error;
  const isExpected = [ConfigError, DatabaseOpenError, ModelFolderError, WebBuildMissing].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined) return `DATA_DIR: ${path} cannot be used (${code})`;
  throw error;
}

let traces: AsyncDisposable | undefined;

async function start(): Promise<RunningService | undefined> {
  let config: ServiceConfig | undefined;
  try {
    config = readConfig(process.env);
    writeForOwnerAlone();
    const log = makeLog(process.stdout, config.logLevel);
    // The parent of a child process has reported them already.
    if (process.send === undefined) logUnknownSettings(log);
    answerWatchdog(log);
    process.once("uncaughtException", (error) => {
      // Node would print everything that an error contains, such as data that a client had stored.
      log.fatal({ err: error }, "unexpected fault");
      process.exit(1);
    });
    traces = await startTracing("speech-service");
    return await runService(config, log, {
      modelState: (id, state) => tell({ type: "model", id, state }),
      hurried: signals.hurried,
    });
  } catch (error) {
    fail(error, config);
    return undefined;
  }
}

function fail(error: unknown, config?: ServiceConfig): void {
  process.stderr.write(`speech service: ${explain(error, config)}\n`);
  process.exitCode = 1;
}

// Also during the start, which is then completed and undone.
const signals = new StopSignals();
process.on("message", (message) => {
  const { type } = message as { readonly type?: unknown };
  if (type === "stop") signals.ask();
  else if (type === "reload") reload();
});
process.on("disconnect", () => signals.tell());

let reload = (): void => undefined;
// In a terminal SIGHUP means that the terminal is gone, and ends the program as by default.
if (!process.stdout.isTTY) process.on("SIGHUP", () => reload());

const service = await start();
if (service !== undefined) {
  reload = () => void service.reload();
  tell({ type: "listening", url: service.url });
  await abortedUnlessFailed(signals.requested, service.databaseReached).catch((error: unknown) =>
    fail(error),
  );
  await service[Symbol.asyncDispose]();
}
await traces?.[Symbol.asyncDispose]();
process.exit();
