import { type Logger as CronLogger, schedule } from "node-cron";
import type { Logger } from "pino";

/** What is due within so short a time is begun, claimed and stored together. */
const SHORTEST_MS = 50;
const SECOND_MS = 1_000;

/**
 * Calls `look` now, every second by the wall clock, and in between when something is due: `look` returns in how many
 * milliseconds that is. Returns what ends it.
 */
export function tickWhenDue(look: () => number, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    clearTimeout(timer);
    const delayMs = Math.max(SHORTEST_MS, Math.ceil(look()));
    if (delayMs < SECOND_MS) timer = setTimeout(tick, delayMs);
  };
  // A second that was missed is caught up by the next one: what is due follows from the clock.
  const everySecond = schedule("* * * * * *", tick, {
    suppressMissedWarning: true,
    logger: cronLog(log),
  });
  tick();
  return async () => {
    clearTimeout(timer);
    await everySecond.destroy();
  };
}

/** node-cron writes coloured lines of its own otherwise. */
function cronLog(log: Logger): CronLogger {
  const at =
    (level: "debug" | "info" | "warn" | "error") =>
    (said: string | Error, fault?: Error): void =>
      said instanceof Error ? log[level](said) : log[level]({ err: fault }, said);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
