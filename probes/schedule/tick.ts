/** What is due within so short a time is begun, claimed and stored together. */
const SHORTEST_MS = 50;
const SECOND_MS = 1_000;

/**
 * Calls `look` now, at every full second of the wall clock, and in between when something is due: `look` returns in how
 * many milliseconds that is. Returns what ends it.
 */
export function tickWhenDue(look: () => number): () => void {
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    const dueInMs = Math.max(SHORTEST_MS, Math.ceil(look()));
    timer = setTimeout(tick, Math.min(dueInMs, SECOND_MS - (Date.now() % SECOND_MS)));
  };
  tick();
  return () => clearTimeout(timer);
}
