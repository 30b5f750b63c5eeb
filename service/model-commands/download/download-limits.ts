/** What a download may take. */
export interface DownloadLimits {
  /** How long less than `minBytes` may come until the connection is given up. */
  readonly windowMs: number;
  readonly minBytes: number;
  /** How often in a row a file is asked for in vain, and how often in all. */
  readonly attempts: number;
  readonly totalAttempts: number;
  /** How long is waited before it is asked for again, after the first failure and the next. */
  readonly waitsMs: readonly number[];
  /** The size of a file whose size is not known. */
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
