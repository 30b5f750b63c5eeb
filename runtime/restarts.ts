/** A process that ran well for so long is healthy: when it ends after that, it is started again after the first, shortest pause. */
export const STEADY_MS = 60_000;
/** The longest pause before a process that ends again and again is started once more; pauses double up to it. */
export const MAX_RESTART_PAUSE_MS = 30_000;
