/** Returns a generator of values from -1 to 1, the same for the same seed (Park and Miller's). */
export function randomValues(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
}
