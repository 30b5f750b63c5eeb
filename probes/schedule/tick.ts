import { SECOND_MS } from "#units/time.ts";
import { type Logger as CronLogger, schedule, type ScheduledTask } from "node-cron";
import type { Logger } from "pino";

/** Slots that fall due within this time are claimed, run and stored as one batch. */
const MIN_MS = 50;
/** If there was no tick for this long, the clock was set back. */
const SILENT_MS = 2_500;

/**
 * Calls `look` now, every second by the wall clock, and in between when something is due: `look` returns the milliseconds until
 * then. Returns a function that stops it.
 */
export function tickWhenDue(look: () => number, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const next = (step: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(step, delayMs);
  };
  const tick = (): void => {
    next(beginAnew, SILENT_MS);
    const delayMs = Math.max(MIN_MS, Math.ceil(look()));
    if (delayMs < SECOND_MS) next(tick, delayMs);
  };
  let everySecond = scheduleEverySecond(tick, log);
  // After a clock was set back, node-cron waits until it is as late as before, which may take hours.
  const beginAnew = (): void => {
    void everySecond.destroy();
    everySecond = scheduleEverySecond(tick, log);
    tick();
  };
  tick();
  return async () => {
    clearTimeout(timer);
    await everySecond.destroy();
  };
}

/** Missed seconds need no warning: the next tick finds everything that is due by the clock. */
function scheduleEverySecond(tick: () => void, log: Logger): ScheduledTask {
  return schedule("* * * * * *", tick, { suppressMissedWarning: true, logger: cronLog(log) });
}

/** Returns a logger for node-cron, which otherwise writes coloured lines of its own. */
function cronLog(log: Logger): CronLogger {
  const at =
    (level: "debug" | "info" | "warn" | "error") =>
    (said: string | Error, fault?: Error): void =>
      said instanceof Error ? log[level](said) : log[level]({ err: fault }, said);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
