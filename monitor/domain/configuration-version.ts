/**
 * Alerts about locations whose monitor.yaml differs from the current one have this in the place of a component; no component can
 * have this id.
 */
export const MONITOR_FILE = "monitor.yaml";
/** The reason of such an alert. */
export const MONITOR_FILE_DIFFERS = "monitor_file_differs";

/** Distinguishes one monitor.yaml from another. */
export interface FileMark {
  readonly digest: string;
  /** `version` of the file; null if it has none. */
  readonly fileVersion: number | null;
}

/** A monitor.yaml that a prober offers as the configuration of all probers, and where it comes from. */
export interface OfferedFile extends FileMark {
  readonly location: string;
  /** Digest of the file that this prober, or its predecessor, last shared with all others; undefined for a new prober. */
  readonly basis: string | undefined;
}

/** The stored monitor.yaml, the current configuration of all probers. */
export interface StoredFile extends FileMark {
  /** The location that stored it. */
  readonly location: string;
  /** Digests of its predecessors. */
  readonly earlier: ReadonlySet<string>;
  /** Locations with a sign of life within the last day. */
  readonly liveLocations: readonly string[];
}

/**
 * The result for an offered file: it becomes the current one (`taken`); it already is, and is written again as its variables
 * may have changed (`same`), or is not written (`same_elsewhere`); or it is rejected as `older` or `different`.
 */
export type Standing = "taken" | "same" | "same_elsewhere" | "older" | "different";

/**
 * Decides between an offered file and the stored one, so that no file undoes a newer one. The files' `version` decides; if
 * these are equal, a file may replace the one that it was changed from, as a commit follows its parent.
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
