import { brokenAnswers, brokenConnections, lateAnswers } from "./broken-answers.ts";
import type { HttpPeer } from "./http-peer.ts";
import { oddAnswers } from "./odd-answers.ts";
import { bodies, statuses } from "./wrong-answers.ts";

/** Every way to answer over HTTP; a new one is a line of its table. */
export const httpPeers: readonly HttpPeer[] = [
  ...oddAnswers,
  ...brokenAnswers,
  ...brokenConnections,
  ...lateAnswers,
  ...statuses,
  ...bodies,
];
