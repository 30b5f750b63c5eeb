import type { Attack } from "./attack.ts";
import { silentStreams, unreadSpeech } from "./attacks/held-places.ts";
import {
  emptyAacFrames,
  emptyChunks,
  largeSignIn,
  longAliases,
  manySignIns,
  oddRateWav,
} from "./attacks/hostile-requests.ts";
import { longFlac } from "./attacks/long-flac.ts";
import { clearFlood, configFlood, finalizeFlood, letterFlood } from "./attacks/socket-floods.ts";

/** Everything that one client could once do to all others. */
export const ATTACKS: readonly Attack[] = [
  configFlood,
  finalizeFlood,
  clearFlood,
  letterFlood,
  silentStreams,
  unreadSpeech,
  longAliases,
  longFlac,
  emptyAacFrames,
  oddRateWav,
  emptyChunks,
  largeSignIn,
  manySignIns,
];
