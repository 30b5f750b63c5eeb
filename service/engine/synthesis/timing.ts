/** Symbol lengths to the 10 ms cells that the decoder reads: which symbol each lies in, and where in it. */

/** Numbers that say where in its symbol a cell lies. */
export const CELL_FEATURES = 5;

export const FRAMES_PER_CELL = 2;
const NEAR_FRAMES = 20;
const SHORTEST_FRAMES = 0.5;
const LONGEST_FRAMES = 200;

export interface Timing {
  /** Place of the symbol of each cell. */
  readonly symbolOfCell: Uint32Array;
  /** `CELL_FEATURES` rows of one value per cell. */
  readonly features: readonly Float32Array[];
}

/**
 * Lays symbols out in time by the logarithms of their lengths in 5 ms frames, divided by `speed`; the same as `cells`
 * in service/training/synthesis/train.py.
 */
export function layOut(logFrames: Float32Array, speed: number): Timing {
  const edges = [0];
  for (const value of logFrames) {
    edges.push(edges.at(-1)! + Math.min(Math.exp(value), LONGEST_FRAMES) / speed);
  }
  const count = Math.max(1, Math.round(edges.at(-1)! / FRAMES_PER_CELL));
  const symbolOfCell = new Uint32Array(count);
  const features = Array.from({ length: CELL_FEATURES }, () => new Float32Array(count));
  for (let cell = 0, symbol = 0; cell < count; cell += 1) {
    const centre = cell * FRAMES_PER_CELL + FRAMES_PER_CELL / 2;
    while (symbol < logFrames.length - 1 && edges[symbol + 1]! <= centre) symbol += 1;
    symbolOfCell[cell] = symbol;
    cellFeatures(centre, edges[symbol]!, edges[symbol + 1]!).forEach((value, row) => {
      features[row]![cell] = value;
    });
  }
  return { symbolOfCell, features };
}

function cellFeatures(centre: number, start: number, end: number): number[] {
  const length = Math.max(end - start, SHORTEST_FRAMES);
  const part = Math.min(1, Math.max(0, (centre - start) / length));
  const near = (distance: number) => Math.min(Math.max(distance, 0), NEAR_FRAMES) / NEAR_FRAMES;
  return [part, 1 - part, Math.log(length), near(centre - start), near(end - centre)];
}
