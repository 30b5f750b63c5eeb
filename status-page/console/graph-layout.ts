import type { Dependent } from "#monitor/domain/dependencies.ts";

/** The layout of a dependency graph: a component stands above those that depend on it. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each component's box. */
  readonly boxes: readonly { readonly id: string; readonly x: number; readonly y: number }[];
  /** Lines down from a component. */
  readonly lines: readonly { readonly from: string; readonly path: string }[];
}

export const BOX = { width: 164, height: 88 } as const;
const GAP = { x: 12, y: 36 } as const;
/** The width of a line that passes between the boxes of a row. */
const LANE_WIDTH = 4;
const SWEEPS = 4;

/** An item of a row: a box, or the lane of the lines of a component above that pass the row. */
interface Place {
  readonly id: string;
  readonly isLane: boolean;
  readonly row: number;
  readonly above: Place[];
  readonly below: Place[];
}

/**
 * Lays out components in rows of at most `boxesPerRow` boxes, by their distance from components that depend on nothing;
 * components without lines come last.
 */
export function graphLayout(components: readonly Dependent[], boxesPerRow: number): GraphLayout {
  const rows = linkedRows(components, boxesPerRow);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of rows) sortBy(row, rows, "above");
    for (const row of rows.toReversed()) sortBy(row, rows, "below");
  }
  const width = Math.max(0, ...rows.map(widthOf));
  const lefts = new Map<Place, number>();
  for (const row of rows) {
    let left = (width - widthOf(row)) / 2;
    for (const place of row) {
      lefts.set(place, left);
      left += widthOfPlace(place) + GAP.x;
    }
  }
  const places = rows.flat();
  const middle = (place: Place): number => lefts.get(place)! + widthOfPlace(place) / 2;
  return {
    width,
    height: Math.max(0, rows.length * (BOX.height + GAP.y) - GAP.y),
    boxes: places
      .filter(({ isLane }) => !isLane)
      .map((place) => ({ id: place.id, x: lefts.get(place)!, y: topOf(place) })),
    lines: places.flatMap((place) => [
      ...(place.isLane
        ? [{ from: place.id, path: `M${middle(place)} ${topOf(place)}v${BOX.height}` }]
        : []),
      ...place.below.map((lower) => ({
        from: place.id,
        path: curve(middle(place), topOf(place) + BOX.height, middle(lower), topOf(lower)),
      })),
    ]),
  };
}

function linkedRows(components: readonly Dependent[], boxesPerRow: number): Place[][] {
  const ids = new Set(components.map(({ id }) => id));
  const edges = components.flatMap(({ id, dependsOn }) =>
    dependsOn.filter((one) => ids.has(one)).map((from) => ({ from, to: id })),
  );
  const byId = new Map<string, Place>();
  const rows = rowsOf(components, edges, boxesPerRow).map((row, at) =>
    row.map((id) => {
      const place: Place = { id, isLane: false, row: at, above: [], below: [] };
      byId.set(id, place);
      return place;
    }),
  );
  for (const { from, to } of edges) {
    const last = byId.get(to)!;
    let upper = byId.get(from)!;
    for (let row = upper.row + 1; row < last.row; row += 1) {
      // All lines from one component that pass a row share a lane.
      let lane = upper.below.find(({ isLane }) => isLane);
      if (lane === undefined) {
        lane = { id: from, isLane: true, row, above: [], below: [] };
        rows[row]!.push(lane);
        link(upper, lane);
      }
      upper = lane;
    }
    if (upper.row < last.row) link(upper, last);
  }
  return rows;
}

function link(upper: Place, lower: Place): void {
  upper.below.push(lower);
  lower.above.push(upper);
}

function rowsOf(
  components: readonly Dependent[],
  edges: readonly { readonly from: string; readonly to: string }[],
  boxesPerRow: number,
): string[][] {
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const depths = depthsOf(components);
  const byDepth = Map.groupBy(components, ({ id }) =>
    linked.has(id) ? depths.get(id)! : Infinity,
  );
  return [...byDepth]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, ofDepth]) => {
      const ids = ofDepth.map(({ id }) => id);
      const count = Math.ceil(ids.length / boxesPerRow);
      // Splits into rows of nearly the same length.
      const max = Math.ceil(ids.length / count);
      return Array.from({ length: count }, (_, at) => ids.slice(at * max, (at + 1) * max));
    });
}

/** Returns for each id the length of the longest path to a component that depends on nothing. */
function depthsOf(components: readonly Dependent[]): ReadonlyMap<string, number> {
  const depths = new Map(components.map(({ id }) => [id, 0]));
  // As often as the longest path has steps, which ends cycles too; the configuration rejects them when it is read.
  for (let steps = 0; steps < components.length; steps += 1) {
    for (const { id, dependsOn } of components) {
      const below = dependsOn.flatMap((one) => depths.get(one) ?? []);
      depths.set(id, Math.max(-1, ...below) + 1);
    }
  }
  return depths;
}

/** Sorts a row by the mean position of the items linked to each, so that few lines cross. */
function sortBy(row: Place[], rows: readonly Place[][], side: "above" | "below"): void {
  const shareOf = (place: Place): number => {
    const own = rows[place.row]!;
    return (own.indexOf(place) + 0.5) / own.length;
  };
  const wanted = new Map(
    row.map((place) => {
      const others = place[side];
      const sum = others.reduce((total, other) => total + shareOf(other), 0);
      return [place, others.length === 0 ? shareOf(place) : sum / others.length];
    }),
  );
  row.sort((one, other) => wanted.get(one)! - wanted.get(other)!);
}

function widthOf(row: readonly Place[]): number {
  return row.reduce((sum, place) => sum + widthOfPlace(place) + GAP.x, -GAP.x);
}

function widthOfPlace({ isLane }: Place): number {
  return isLane ? LANE_WIDTH : BOX.width;
}

function topOf({ row }: Place): number {
  return row * (BOX.height + GAP.y);
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = (fromY + toY) / 2;
  return `M${fromX} ${fromY}C${fromX} ${middle} ${toX} ${middle} ${toX} ${toY}`;
}
