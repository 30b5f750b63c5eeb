import { setTimeout as sleep } from "node:timers/promises";

/** Brings something about for a while; it is taken away however the wait ends. */
export async function lasting(
  forMs: number,
  begin: () => unknown,
  end: () => unknown,
): Promise<void> {
  await begin();
  try {
    await sleep(forMs);
  } finally {
    await end();
  }
}
