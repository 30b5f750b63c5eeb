import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack, Victim } from "../attack.ts";

const HELD_MS = 5000;

/** Sends requests of many clients, each of which waits for its answer, and numbers them. */
function requests(
  item: string,
  name: string,
  send: (victim: Victim, at: number) => Promise<Response>,
): Attack {
  let sent = 0;
  const one = async (victim: Victim): Promise<void> => {
    for (let at = 0; at < 20; at += 1) await (await send(victim, ++sent)).arrayBuffer();
  };
  return {
    item,
    name,
    async strike(victim) {
      await Promise.allSettled(Array.from({ length: 20 }, () => one(victim)));
    },
  };
}

const wrongTokens = requests("M.4", "wrong tokens for the admin API", ({ url }, at) =>
  fetch(new URL("/admin/incidents", url), { headers: { authorization: `Bearer no-${at}` } }),
);

const otherBadges = requests("H.2", "badges of a label of their own for each", ({ url }, at) =>
  fetch(new URL(`/badge/overall.svg?label=${"a".repeat(30)}${at}`, url)),
);

const otherPictures = requests("H.2", "pictures of incidents that do not exist", ({ url }, at) =>
  fetch(new URL(`/incidents/${at}/picture.png`, url)),
);

const otherMonths = requests("H.2", "months of history, one after the other", ({ url }, at) =>
  fetch(new URL(`/history/20${10 + (at % 20)}-${String(1 + (at % 12)).padStart(2, "0")}`, url), {
    headers: { accept: "text/html" },
  }),
);

const otherComponents = requests(
  "H.2",
  "figures of components, read from the database",
  ({ url }, at) =>
    fetch(new URL(`/api/v2/components/component-${at % 7}/timeline.csv?nothing=${at}`, url)),
);

const signUps = requests("M.4", "sign-ups of made-up addresses", ({ url }, at) =>
  fetch(new URL("/api/v2/subscribers", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "email", address: `${at}@example.com` }),
  }),
);

/** Opens event streams of the console as one person, who has the token, and reads none. */
const eventStreams: Attack = {
  item: "L",
  name: "500 event streams of one person, unread",
  async strike({ url, key }) {
    const answer = await fetch(new URL("/console/sign-in", url), {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
      body: new URLSearchParams({ token: key, name: "Somebody" }),
    });
    const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
    using streams = new DisposableStack();
    for (let at = 0; at < 500; at += 1) {
      const events = request(new URL("/console/events", url), {
        agent: false,
        headers: { cookie },
      });
      streams.defer(() => void events.destroy());
      events.on("error", () => undefined).on("response", (stream) => stream.pause());
      events.end();
    }
    await sleep(HELD_MS);
  },
};

export const pageAttacks: readonly Attack[] = [
  wrongTokens,
  otherBadges,
  otherPictures,
  otherMonths,
  otherComponents,
  signUps,
  eventStreams,
];
