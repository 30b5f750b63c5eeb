/** Work that is done again and again in the background, one run at a time. */
export interface Recurring extends AsyncDisposable {
  /** Begins a run now, or another one as soon as the run in progress has ended. */
  readonly wake: () => void;
}

/**
 * Begins with a run at once; `work` resolves with the milliseconds to the next run, and never rejects. Disposing waits for the
 * run in progress.
 */
export function startRecurring(work: () => Promise<number>): Recurring {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDueAgain = false;
  let isStopped = false;

  const run = async (): Promise<void> => {
    const waitMs = await work();
    if (!isStopped) timer = setTimeout(wake, waitMs).unref();
  };
  const wake = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    isDueAgain = running !== undefined;
    running ??= run().finally(() => {
      running = undefined;
      if (isDueAgain) wake();
    });
  };

  wake();
  return {
    wake,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
