/** Where a hostile client has to do with. */
export interface Victim {
  readonly url: string;
  readonly dataDirectory: string;
  /** Begins an anonymous demo session, as a page of the service would, and returns its token. */
  session(): Promise<string>;
}

/** One thing that a hostile client does. */
export interface Attack {
  /** Of the list of what was found, as `A.1`. */
  readonly item: string;
  readonly name: string;
  /** Does it once; it is done again until the time is over. What the service answers does not matter. */
  strike(victim: Victim): Promise<void>;
}
