/** What tells one monitor.yaml from another. */
export interface FileMark {
  readonly digest: string;
  /** `version` of the file; null where it says none. */
  readonly fileVersion: number | null;
}

/** A monitor.yaml that a prober would have all see, and what is known where it comes from. */
export interface OfferedFile extends FileMark {
  readonly location: string;
  /** The digest of the file that this prober, or the one before it, last had in common with all; undefined for a new one. */
  readonly basis: string | undefined;
}

/** What is known of the monitor.yaml that all see. */
export interface StoredFile extends FileMark {
  /** Where it was stored from. */
  readonly location: string;
  /** Digests of those that were before it. */
  readonly earlier: ReadonlySet<string>;
  /** The locations that were heard of within a day. */
  readonly liveLocations: readonly string[];
}

/**
 * What becomes of an offered file: it is what all see from now on (`taken`), it is that already, to be written again where its
 * variables may have changed (`same`), or it is not taken, being `older` or `different`.
 */
export type Standing = "taken" | "same" | "same_elsewhere" | "older" | "different";

/**
 * Decides between an offered file and the stored one, so that none removes what a newer one has. Versions that files give
 * themselves decide; between equal ones a file may follow the one that it was changed from, as a commit follows its parent.
 */
export function standingOf(offered: OfferedFile, stored: StoredFile | null): Standing {
  if (stored === null) return "taken";
  const isHere = (location: string): boolean => location === offered.location;
  const others = stored.liveLocations.filter((location) => !isHere(location));
  if (offered.digest === stored.digest) {
    return isHere(stored.location) || !others.includes(stored.location) ? "same" : "same_elsewhere";
  }
  const [own, known] = [offered.fileVersion ?? 0, stored.fileVersion ?? 0];
  if (own !== known) return own > known ? "taken" : "older";
  if (offered.basis === stored.digest) return "taken";
  if (stored.earlier.has(offered.digest)) return "older";
  return others.length === 0 ? "taken" : "different";
}
