/** How a decoder process ends; any other exit code is a fault of its own. */
export const OUTCOME = {
  decoded: 0,
  /** Not audio, or of a kind that cannot be decoded. */
  undecodable: 3,
  /** Audio without a sample. */
  empty: 4,
} as const;
