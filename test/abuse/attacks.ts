import { setTimeout as sleep } from "node:timers/promises";
import type { Attack, VictimName } from "./attack.ts";
import { onProber, onService, onStatusPage } from "./attacks/connections.ts";
import { pageAttacks } from "./attacks/page-requests.ts";
import { pingFloods } from "./attacks/ping-floods.ts";
import { silentStreams, unreadSpeech } from "./attacks/held-places.ts";
import {
  emptyAacFrames,
  emptyChunks,
  largeSignIn,
  largeSignUp,
  longAliases,
  manySignIns,
  oddRateWav,
} from "./attacks/hostile-requests.ts";
import { longFlac } from "./attacks/long-flac.ts";
import { manyAddresses } from "./attacks/many-addresses.ts";
import {
  clearFlood,
  configFlood,
  finalizeFlood,
  letterFlood,
  smallFrames,
} from "./attacks/socket-floods.ts";
import { chunkedUploads, unfinishedUploads } from "./attacks/uploads.ts";

/** What others see without any. */
export const none: Attack = { item: "", name: "none", strike: () => sleep(1000) };

const BY_SESSIONS: readonly Attack[] = [
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
  largeSignUp,
  manySignIns,
  manyAddresses,
  smallFrames,
  unfinishedUploads,
  chunkedUploads,
  ...pingFloods,
];

/** Everything that one client could do to all others. */
export const ATTACKS: Readonly<Record<VictimName, readonly Attack[]>> = {
  service: [none, ...onService, ...BY_SESSIONS.map((one) => ({ ...one, takesSessions: true }))],
  "status page": [none, ...onStatusPage, ...pageAttacks],
  prober: [none, ...onProber],
};
