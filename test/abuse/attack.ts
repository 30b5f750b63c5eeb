/** The programs that are attacked; each is a file of `victims`. */
export type VictimName = "service" | "status page" | "prober";

/** The server that a hostile client attacks. */
export interface Victim {
  readonly url: string;
  /**
   * What the attacker may have for more than an anonymous client does: of the service the API key of an account of its own, of
   * the status page the token of the admin API, of the prober nothing.
   */
  readonly key: string;
  /**
   * The token of an anonymous demo session, begun as a page of the service would, where the service begins no more one of
   * those before. From an address behind the proxy, where one is given.
   */
  session(address?: string): Promise<string>;
}

/** One thing that a hostile client does. */
export interface Attack {
  /** Of the list of what was found, as `A.1`. */
  readonly item: string;
  readonly name: string;
  /** It begins anonymous sessions, of which a program that was attacked before may begin no more. */
  readonly takesSessions?: boolean;
  /** Makes what is sent, before the time begins. */
  prepare?(): Promise<void>;
  /** Does it once; it is done again until the time is over. What the program answers does not matter. */
  strike(victim: Victim): Promise<void>;
}

/** Tokens of so many anonymous sessions. */
export async function sessions(victim: Victim, count: number): Promise<readonly string[]> {
  const begun: string[] = [];
  for (let at = 0; at < count; at += 1) begun.push(await victim.session());
  return begun;
}
