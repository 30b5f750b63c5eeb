import { eventually } from "../../support/eventually.ts";
import { itemsNamed, type InterfaceItem } from "../interface/items.ts";
import { matches, same, that } from "../mismatch.ts";
import { expectRefusal, expectSocketRefusal } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Answer, Json } from "../service-client.ts";
import {
  limitsOf,
  sessionToken,
  SPEECH,
  SPEECH_SOCKET,
  speech,
  STREAM,
  succeeded,
  TRANSCRIPTIONS,
  VOICE,
} from "./asking.ts";

const FREE_MS = 30_000;
const MAX_REQUESTS = 700;
const TOGETHER = 3;

function limited(title: string, sees: readonly InterfaceItem[], check: Row["check"]): Row {
  return { part: "limits", title, codes: ["rate_limit_exceeded"], sees, check };
}

function concurrent(title: string, places: number, check: Row["check"]): Row {
  const says = `${title}: ${places} at once, the next is refused`;
  return limited(says, itemsNamed(`limit: ${title}`), check);
}

function concurrentUploads(title: string, activity: string, address: string, places: number): Row {
  return concurrent(title, places, async (context) => {
    await untilFree(context, activity, places);
    for (let place = 0; place < places; place += 1) context.client.hold(address);
    await eventually(
      "all places are taken",
      async () => (await roomFor(context, activity)) === 0,
      FREE_MS,
    );
    const answer = await context.client.ask(address, { json: { input: "a", voice: VOICE } });
    expectRefusal(answer, { code: "rate_limit_exceeded" });
    matches("ratelimit", answer.headers["ratelimit"], /"concurrency";r=0$/);
  });
}

function concurrentSockets(title: string, activity: string, path: string, places: number): Row {
  const row = concurrent(title, places, async (context) => {
    const { client } = context;
    await untilFree(context, activity, places);
    for (let place = 0; place < places; place += 1) {
      await (await client.open(path)).message("session.started");
    }
    await expectSocketRefusal(await client.open(path), { code: "rate_limit_exceeded" });
  });
  return { ...row, isOnSocket: true };
}

async function untilFree(context: RowContext, activity: string, places: number): Promise<void> {
  await eventually(
    "all places are free",
    async () => (await roomFor(context, activity)) === places,
    FREE_MS,
  );
}

/** How many of an activity the key may have running beside what runs. */
async function roomFor(context: RowContext, activity: string): Promise<number> {
  const activities = (await limitsOf(context))["activities"] as Json;
  const { concurrent: places } = activities[activity] as { readonly concurrent: Json };
  return Number(places["remaining"]);
}

/** Asks again and again until it is refused; a demo session asks, which nobody else counts on. */
async function flood<Refusal>(
  ask: (credential: string) => Promise<Refusal | undefined>,
  credential: string,
): Promise<Refusal> {
  let refusal: Refusal | undefined;
  let requests = 0;
  const asking = Array.from({ length: TOGETHER }, async () => {
    while (refusal === undefined && requests < MAX_REQUESTS) {
      requests += 1;
      refusal ??= await ask(credential);
    }
  });
  await Promise.all(asking);
  if (refusal !== undefined) return refusal;
  throw new Error(`${MAX_REQUESTS} requests in a minute were taken`);
}

function requestsPerMinute(product: string, address: string): Row {
  const title = `requests per minute, ${product}`;
  return limited(
    `${title}: the 601st of a key is refused`,
    itemsNamed(`limit: ${title}`),
    async (context) => {
      const { client } = context;
      // They cost nothing, for they are refused anyway.
      const ask = async (credential: string): Promise<Answer | undefined> => {
        const answer = await client.ask(address, { json: {}, credential });
        if (answer.status === 429) return answer;
        same("status", answer.status, 400);
        return undefined;
      };
      const refusal = await flood(ask, await sessionToken(context));
      expectRefusal(refusal, { code: "rate_limit_exceeded", message: /600/ });
      same("x-ratelimit-limit-requests", refusal.headers["x-ratelimit-limit-requests"], "600");
      same(
        "x-ratelimit-remaining-requests",
        refusal.headers["x-ratelimit-remaining-requests"],
        "0",
      );
      // A session that a key began counts as the key.
      same("its key", (await client.ask(address, { json: {} })).status, 429);
    },
  );
}

const STREAMS_PER_MINUTE: Row = {
  ...limited(
    "requests per minute, streams: the 601st of a key is refused",
    ["limit: requests per minute, streams"],
    async (context) => {
      const { client } = context;
      const ask = async (credential: string) => {
        const socket = await client.open(`${STREAM}?encoding=none`, { credential });
        const { code } = (await socket.message("error"))["error"] as Json;
        if (code === "rate_limit_exceeded") return socket;
        same("code", code, "invalid_request");
        await socket.closed();
        return undefined;
      };
      const refusal = await flood(ask, await sessionToken(context));
      await expectSocketRefusal(refusal, { code: "rate_limit_exceeded", message: /600/ });
    },
  ),
  isOnSocket: true,
};

const PRODUCTS_APART = works(
  "limits",
  "requests per minute: each product has its own",
  async (context) => {
    const remaining = async (activity: string) => {
      const activities = (await limitsOf(context))["activities"] as Json;
      const { requests_per_minute } = activities[activity] as {
        readonly requests_per_minute: Json;
      };
      return Number(requests_per_minute["remaining"]);
    };
    const before = await remaining("transcription");
    succeeded(await speech(context), 200);
    const [after, ofSpeech] = [await remaining("transcription"), await remaining("speech")];
    that("transcription", after >= before, `at least ${before}, for nothing was heard`, after);
    that("speech", ofSpeech < 600, "fewer than 600", ofSpeech);
  },
);

const HEADERS = works(
  "limits",
  "every counted answer tells how the limits stand",
  async (context) => {
    const { headers } = succeeded(await speech(context), 200);
    same("x-ratelimit-limit-requests", headers["x-ratelimit-limit-requests"], "600");
    for (const name of [
      "x-ratelimit-remaining-requests",
      "x-ratelimit-reset-requests",
      "ratelimit-policy",
      "ratelimit",
    ]) {
      that(name, headers[name] !== undefined, "to be there", headers);
    }
  },
);

/** Part 8: how many at once, and how many in a minute. */
export const REQUEST_LIMITS: readonly Row[] = [
  concurrentUploads("synthesis, concurrent requests", "speech", SPEECH, 8),
  concurrentUploads("transcription, concurrent requests", "transcription", TRANSCRIPTIONS, 3),
  concurrentSockets("transcription, concurrent streams", "stream", STREAM, 2),
  concurrentSockets("synthesis, concurrent WebSockets", "speech_stream", SPEECH_SOCKET, 4),
  HEADERS,
  PRODUCTS_APART,
  requestsPerMinute("synthesis", SPEECH),
  requestsPerMinute("transcription", TRANSCRIPTIONS),
  STREAMS_PER_MINUTE,
];
