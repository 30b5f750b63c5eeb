/** Limits of a download. */
export interface DownloadLimits {
  /** The connection is aborted when less than `minBytes` arrive in this time. */
  readonly windowMs: number;
  readonly minBytes: number;
  /** Maximum attempts in a row without progress, and maximum attempts in all. */
  readonly attempts: number;
  readonly totalAttempts: number;
  /** Delays before the next attempt, after the first failure in a row, after the second, and so on. */
  readonly waitsMs: readonly number[];
  /** Maximum size of a file whose size the catalogue does not have. */
  readonly maxUnknownBytes: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = {
  windowMs: 30_000,
  minBytes: 30_000,
  attempts: 3,
  totalAttempts: 100,
  waitsMs: [1_000, 4_000],
  maxUnknownBytes: 1e9,
};
