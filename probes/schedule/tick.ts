import { type Logger as CronLogger, schedule, type ScheduledTask } from "node-cron";
import type { Logger } from "pino";

/** Slots that fall due within this time are claimed, run and stored as one batch. */
const MIN_MS = 50;
const SECOND_MS = 1_000;
/** A clock that gave no second for so long was set back. */
const SILENT_MS = 2_500;

/**
 * Calls `look` now, every second by the wall clock, and in between when something is due: `look` returns in how many
 * milliseconds that is. Returns what ends it.
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
  // A clock that was ahead is set back: node-cron waits until it is as late again, which may be hours.
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

/** A second that was missed is caught up by the next one: what is due follows from the clock. */
function scheduleEverySecond(tick: () => void, log: Logger): ScheduledTask {
  return schedule("* * * * * *", tick, { suppressMissedWarning: true, logger: cronLog(log) });
}

/** node-cron writes coloured lines of its own otherwise. */
function cronLog(log: Logger): CronLogger {
  const at =
    (level: "debug" | "info" | "warn" | "error") =>
    (said: string | Error, fault?: Error): void =>
      said instanceof Error ? log[level](said) : log[level]({ err: fault }, said);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
