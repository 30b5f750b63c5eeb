/** Exit codes of a decoder process; any other code is a failure of the process itself. */
export const OUTCOME = {
  decoded: 0,
  undecodable: 3,
  empty: 4,
  tooMuchWork: 5,
  noSuchChannel: 6,
  tooManyChannels: 7,
} as const;
