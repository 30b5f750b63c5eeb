import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf } from "../../support/lengths.ts";

import type { CheckConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { httpPeers } from "../../support/peer/http-peers.ts";
import { type HostilePeer, startHostilePeer } from "../../support/peer/hostile-peer.ts";
import { outcomeText } from "../../support/peer/outcome-text.ts";
import { type WebKindName, webKinds } from "../../support/peer/web-kinds.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { runOnce } from "../../support/run-once.ts";

const PATIENT_SECONDS = 20;

describe("a peer over HTTP that answers with", () => {
  const names = Object.keys(webKinds) as WebKindName[];
  let server: HostilePeer;
  let checks: ReadonlyMap<WebKindName, CheckConfiguration>;
  beforeAll(async () => {
    server = await startHostilePeer();
    const timeout_seconds = PATIENT_SECONDS;
    const ofKind = (name: WebKindName) => webKinds[name].check(`${server.url}/${name}`);
    checks = new Map(
      names.map((name) => [name, writtenCheck({ timeout_seconds, ...ofKind(name) })]),
    );
  });
  afterAll(() => server[Symbol.asyncDispose]());

  // The first of those that come to the same, one after another; of those that are waited for one alone.
  const quick = httpPeers.filter(({ outcome }, place) => outcome !== httpPeers[place - 1]?.outcome);
  const others = httpPeers.filter((peer) => !quick.includes(peer));
  test.each(casesOf(quick, others))("$name: $outcome", async (peer) => {
    server.answer = peer.answer;
    const { timeoutSeconds = PATIENT_SECONDS, except, outcome } = peer;
    const found = await Promise.all(
      [...checks].map(async ([name, check]): Promise<readonly [string, string]> => {
        const observation = await runOnce({ ...check, timeoutMs: timeoutSeconds * 1000 });
        return [name, outcomeText(observation)];
      }),
    );
    const expected = names.map((name) => [name, except?.[name] ?? outcome] as const);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});
