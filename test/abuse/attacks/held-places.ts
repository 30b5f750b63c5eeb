import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openStream } from "../../support/service/stream-client.ts";
import type { Attack, Victim } from "../attack.ts";

const HELD_MS = 5000;

export const silentStreams: Attack = {
  item: "A.2",
  name: "32 silent streams of 16 sessions",
  async strike(victim) {
    using clients = new DisposableStack();
    for (let at = 0; at < 16; at += 1) {
      const credential = await victim.session();
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
    for (let at = 0; at < 20; at += 1) await unread(victim, requests);
    await sleep(HELD_MS);
  },
};

async function unread(victim: Victim, requests: DisposableStack): Promise<void> {
  const asked = request(new URL("/v1/audio/speech", victim.url), {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${await victim.session()}`,
      "content-type": "application/json",
    },
  });
  requests.defer(() => void asked.destroy());
  asked.on("error", () => undefined).on("response", (answer) => answer.pause());
  const input = "Merhaba dünya. ".repeat(300);
  asked.end(JSON.stringify({ voice: "ayla", input, response_format: "pcm" }));
}
