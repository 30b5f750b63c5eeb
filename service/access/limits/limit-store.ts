export interface Count {
  readonly allowed: boolean;
  readonly limit: number;
  /** Number of further events allowed now. */
  readonly remaining: number;
  /** Whole seconds until one more event is allowed than now; 0 when nothing was counted yet. */
  readonly resetSeconds: number;
}

/** One of the concurrent places of a name; expires unless its holder renews it with `keep`. */
export interface Place {
  readonly name: string;
  /** Unique among all places of all processes. */
  readonly id: string;
}

export interface Taking {
  readonly taken: boolean;
  /** Places of the name that are taken now, this one included. */
  readonly running: number;
}

/**
 * Counts events and holds places; every method is atomic, also across processes.
 *
 * `count` allows `limit` events in any sliding window of `windowMs`; refused events do not count.
 */
export interface LimitStore extends AsyncDisposable {
  /** Lifetime of a place that is not renewed, in milliseconds. */
  readonly placeLifetimeMs: number;
  /** Whether other processes see the same counts and places now. */
  readonly isShared: boolean;
  /** Whether counts are local to this process because the shared store is unavailable. */
  readonly isDegraded: boolean;
  /** Counts one event, or none (`events` is 0) to only read the count. */
  count(name: string, limit: number, windowMs: number, events: 0 | 1): Promise<Count>;
  /** Takes the newest counted event back; does nothing where none is counted. */
  uncount(name: string): Promise<void>;
  /** Adds a whole amount (below 0 to take back) to a sum and returns the sum, which expires `lifetimeMs` after its creation. */
  add(name: string, amount: number, lifetimeMs: number): Promise<number>;
  /** Takes a place unless `limit` of its name are taken. */
  take(place: Place, limit: number): Promise<Taking>;
  /** Renews places for another lifetime, including those that have expired meanwhile. */
  keep(places: readonly Place[]): Promise<void>;
  free(place: Place): Promise<void>;
  running(name: string): Promise<number>;
}
