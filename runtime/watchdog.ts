import { execFile } from "node:child_process";
import type { Logger } from "pino";
import type { Environment } from "./settings.ts";

/**
 * Reports to systemd that the event loop of this process is alive, three times within the `WatchdogSec` of its unit; does
 * nothing if systemd does not request it.
 *
 * Uses `systemd-notify`, since Node does not support Unix datagram sockets.
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
        log.warn({ err: error }, "systemd cannot be notified that this program runs");
      }
      isFailing = error !== null;
    });
  };
  tell();
  setInterval(tell, withinMs / 3).unref();
}
