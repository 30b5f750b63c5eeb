import type { LoadTargets } from "./targets.ts";

/** The size of a run. */
export interface Size {
  /** Within a minute: fewer clients, fewer connections. */
  readonly isShort: boolean;
  /** 0 leaves the soak out. */
  readonly soakMinutes: number;
}

/** A line of a case's table, and whether what is promised held in it. */
export interface Line {
  readonly cells: readonly string[];
  readonly isKept: boolean;
}

/** One kind of load. */
export interface LoadCase {
  readonly name: string;
  /** The limits under it. */
  readonly promise: string;
  /** Of the columns, without the last one, which says whether it held. */
  readonly headings: readonly string[];
  /** Undefined where this size leaves it out. */
  run(targets: LoadTargets, size: Size): Promise<readonly Line[] | undefined>;
}
