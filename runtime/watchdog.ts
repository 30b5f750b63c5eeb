import { execFile } from "node:child_process";
import type { Logger } from "pino";
import type { Environment } from "./settings.ts";

/**
 * Tells systemd that the event loop of this process turns, three times within the `WatchdogSec` of its unit; does nothing where systemd
 * does not ask.
 *
 * `systemd-notify` sends it, as Node has no sockets for datagrams that lie in the file system.
 */
export function answerWatchdog(
  log: Pick<Logger, "warn">,
  environment: Environment = process.env,
): void {
  const { WATCHDOG_USEC: microseconds, WATCHDOG_PID: watched } = environment;
  const withinMs = Number(microseconds ?? 0) / 1000;
  const isMeant = watched === undefined || Number(watched) === process.pid;
  if (!(withinMs > 0) || !isMeant) return;
  let isFailing = false;
  const tell = (): void => {
    execFile("systemd-notify", ["WATCHDOG=1"], (error) => {
      if (error !== null && !isFailing) {
        log.warn({ err: error }, "systemd cannot be told that this program runs");
      }
      isFailing = error !== null;
    });
  };
  tell();
  setInterval(tell, withinMs / 3).unref();
}
