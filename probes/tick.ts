/** Looks again after so long at the latest, by a clock that may have been set meanwhile. */
const LONGEST_MS = 1_000;
/** What is due within so short a time is begun, claimed and stored together. */
const SHORTEST_MS = 50;

/** Calls `look`, which tells how many milliseconds from now it has something to do, whenever that is; returns what ends it. */
export function tickWhenDue(look: () => number): () => void {
  let timer: NodeJS.Timeout;
  const tick = (): void => wait(Math.ceil(look()));
  const wait = (delayMs: number): void => {
    timer = setTimeout(tick, Math.min(Math.max(delayMs, SHORTEST_MS), LONGEST_MS));
  };
  wait(0);
  return () => clearTimeout(timer);
}
