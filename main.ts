import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aborted, abortedUnlessFailed } from "#runtime/stop-signals.ts";
import { run } from "./launch/run.ts";
import { type ServiceProcess, startServiceProcess } from "./launch/service-process.ts";
import { openStatusMonitor, type StatusMonitor } from "./launch/status-monitor.ts";
import { BOOTSTRAP_API_KEY_FILE } from "#runtime/data-files.ts";
import type { BootstrapSettings } from "./service/accounts/bootstrap.ts";
import { readConfig as readServiceConfig } from "./service/config.ts";
import type { ModelState } from "./service/engine/process/lifecycle.ts";
import { makeLog } from "./service/log.ts";

const MODEL_TIMEOUT_MS = 120_000;

/** Runs everything on this machine: the service as a child process, the prober and the status page in this one. */
await run(async (stop) => {
  const { bootstrap, logLevel } = readServiceConfig(process.env);
  const log = makeLog(process.stdout, logLevel);
  const models = new Map<string, ModelState>();
  const settled = Promise.withResolvers<void>();
  await using monitor = await openStatusMonitor(log);
  await using service = await startServiceProcess(
    {
      onMessage: (message) => {
        if (message.type !== "model") return;
        models.set(message.id, message.state);
        if ([...models.values()].every((state) => state === "ok" || state === "broken")) {
          settled.resolve();
        }
      },
      onRestart: (how, restartInMs) =>
        log.warn({ how, restartInMs }, "the speech service ended and is started again"),
    },
    // The website links to this status page.
    { ...process.env, STATUS_URL: process.env["STATUS_URL"] ?? monitor.url },
  );
  if (!process.stdout.isTTY) process.on("SIGHUP", () => service.reload());
  process.stdout.write(welcome(service, monitor, bootstrap));

  const timeout = sleep(MODEL_TIMEOUT_MS, undefined, { ref: false });
  await Promise.race([settled.promise, timeout, aborted(stop)]);
  if (!stop.aborted) {
    const states = [...models].map(([id, state]) => `${id} ${state}`).join(", ");
    process.stdout.write(`Models: ${states}. Probing every minute; Ctrl-C stops everything.\n`);
    await monitor.probe();
  }

  await abortedUnlessFailed(stop, monitor.reached);
  process.stdout.write("Stopping.\n");
  // Stopped before the service, so that the last checks do not find it stopping.
  await monitor[Symbol.asyncDispose]();
});

function welcome(
  service: ServiceProcess,
  monitor: StatusMonitor,
  bootstrap: BootstrapSettings,
): string {
  const absolute = path.join(bootstrap.dataDirectory, BOOTSTRAP_API_KEY_FILE);
  const relative = path.relative(".", absolute);
  const file = relative.startsWith("..") ? absolute : relative;
  const key = bootstrap.apiKeys.length === 0 ? `$(cat ${file})` : "$BOOTSTRAP_API_KEY";
  return `
  Speech service  ${service.url}   API, website, /docs, /dashboard, /demo
  Status page     ${monitor.url}   and ${monitor.url}/api/v2/status.json
  Console         ${monitor.consoleUrl}   for people on call
  API key         ${bootstrap.apiKeys.length === 0 ? file : "BOOTSTRAP_API_KEY"}

  curl ${service.url}/v1/audio/transcriptions -H "Authorization: Bearer ${key}" -F model=transcribe-1 -F file=@fixtures/audio/clip.wav

`;
}
