import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openStream } from "../../support/service/stream-client.ts";
import { type Attack, sessions, type Victim } from "../attack.ts";

const HELD_MS = 5000;

export const silentStreams: Attack = {
  item: "A.2",
  name: "32 silent streams of 16 sessions",
  async strike(victim) {
    using clients = new DisposableStack();
    for (const credential of await sessions(victim, 16)) {
      clients.use(await openStream(victim.url, { credential }));
      clients.use(await openStream(victim.url, { credential }));
    }
    await sleep(HELD_MS);
  },
};

export const unreadSpeech: Attack = {
  item: "A.2",
  name: "20 answers of speech that nobody reads",
  async strike(victim) {
    using requests = new DisposableStack();
    for (const credential of await sessions(victim, 20)) unread(victim, credential, requests);
    await sleep(HELD_MS);
  },
};

function unread(victim: Victim, credential: string, requests: DisposableStack): void {
  const speech = request(new URL("/v1/audio/speech", victim.url), {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${credential}`,
      "content-type": "application/json",
    },
  });
  requests.defer(() => void speech.destroy());
  speech.on("error", () => undefined).on("response", (answer) => answer.pause());
  const input = "Merhaba dünya. ".repeat(300);
  speech.end(JSON.stringify({ voice: "ayla", input, response_format: "pcm" }));
}
