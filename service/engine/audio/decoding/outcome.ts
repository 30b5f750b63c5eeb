/** How a decoder process ends; any other exit code is a fault of its own. */
export const OUTCOME = {
  decoded: 0,
  undecodable: 3,
  empty: 4,
  tooMuchWork: 5,
} as const;
