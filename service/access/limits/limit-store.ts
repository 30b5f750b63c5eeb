export interface Count {
  readonly allowed: boolean;
  readonly limit: number;
  /** How many more there is room for now. */
  readonly remaining: number;
  /** Whole seconds until there is room for one more than now; 0 when nothing was counted yet. */
  readonly resetSeconds: number;
}

/** One of the places of a name; whoever took it keeps it, or it expires. */
export interface Place {
  readonly name: string;
  /** Unlike that of any other place, in any process. */
  readonly id: string;
}

export interface Taking {
  readonly taken: boolean;
  /** Places of the name that are taken now, this one included. */
  readonly running: number;
}

/**
 * Counts events and keeps places; every step is atomic, whoever else does the same at the same time.
 *
 * `count` allows `limit` events in any window of `windowMs`, wherever it begins: an event that was refused does not count.
 */
export interface LimitStore extends AsyncDisposable {
  /** How long a place is held that nobody keeps, in milliseconds. */
  readonly placeLifetimeMs: number;
  /** Whether this process counts alone although it should share its counts with others. */
  readonly isDegraded: boolean;
  /** Counts `events`, one or, to look alone, none. */
  count(name: string, limit: number, windowMs: number, events: 0 | 1): Promise<Count>;
  /** Adds to a sum, which is forgotten `lifetimeMs` after its beginning, and returns it; a whole amount, below 0 to take back. */
  add(name: string, amount: number, lifetimeMs: number): Promise<number>;
  /** Takes a place unless `limit` of its name are taken. */
  take(place: Place, limit: number): Promise<Taking>;
  /** Holds places for another lifetime, also those that were forgotten meanwhile. */
  keep(places: readonly Place[]): Promise<void>;
  free(place: Place): Promise<void>;
  running(name: string): Promise<number>;
}
