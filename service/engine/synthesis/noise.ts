import { mulberry32 } from "./uniform.ts";

const TABLE_SIZE = 65_536;

/** Normal deviates, drawn only once because drawing them is costly; sources repeat them. */
const table = makeTable();

/** Returns a source of normal deviates (mean 0, variance 1) that gives the same sequence every time. */
export function gaussianNoise(): () => number {
  let at = 0;
  let stride = 1;
  return () => {
    at += stride;
    if (at >= TABLE_SIZE) {
      at -= TABLE_SIZE;
      // Another odd stride for each pass through the table, so that no repetition is audible.
      stride = ((stride * 5 + 2) % 1_021) | 1;
    }
    return table[at]!;
  };
}

/** Returns a source of normal deviates (mean 0, variance 1) for an integer seed. */
export function seededNormals(seed: number): () => number {
  const random = mulberry32(seed);
  return () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return radius * Math.cos(2 * Math.PI * random());
  };
}

function makeTable(): Float64Array {
  return Float64Array.from({ length: TABLE_SIZE }, seededNormals(20_264));
}
