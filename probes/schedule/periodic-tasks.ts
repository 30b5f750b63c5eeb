import { HOUR_MS } from "#units/time.ts";

/** A task that is repeated at an interval, besides the checks. */
export interface PeriodicTask {
  /** For the log, e.g. `retention`. */
  readonly name: string;
  readonly intervalMs: number;
  readonly run: (nowMs: number) => Promise<void>;
}

const AT_ONCE_FROM_MS = HOUR_MS;

/** Tracks which periodic tasks are due. */
export class PeriodicTasks {
  readonly #tasks: readonly PeriodicTask[];
  readonly #startedMs = new Map<PeriodicTask, number>();
  readonly #running = new Set<PeriodicTask>();

  /** Tasks with an interval of an hour or more are due at once, others an interval from `nowMs`. */
  constructor(tasks: readonly PeriodicTask[], nowMs: number) {
    this.#tasks = tasks;
    for (const task of tasks) {
      if (task.intervalMs < AT_ONCE_FROM_MS) this.#startedMs.set(task, nowMs);
    }
  }

  /** Returns the tasks that are due at `nowMs`, for the caller to run; one that still runs is not due. */
  due(nowMs: number): { name: string; run: () => Promise<void> }[] {
    return this.#tasks
      .filter((task) => {
        // The absolute difference, so that a clock that was set back does not delay a task.
        const sinceMs = Math.abs(nowMs - (this.#startedMs.get(task) ?? -Infinity));
        return !this.#running.has(task) && sinceMs >= task.intervalMs;
      })
      .map((task) => {
        this.#startedMs.set(task, nowMs);
        this.#running.add(task);
        const run = () => task.run(nowMs).finally(() => this.#running.delete(task));
        return { name: task.name, run };
      });
  }
}
