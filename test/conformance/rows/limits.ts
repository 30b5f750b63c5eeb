import { setTimeout as passed } from "node:timers/promises";
import { eventually } from "../../support/eventually.ts";
import { matches, same, that } from "../mismatch.ts";
import { formOf, silentFor, spokenFor } from "../recordings.ts";
import { expectRefusal, expectSocketRefusal, refused } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Answer, Json } from "../service-client.ts";
import {
  PRONUNCIATIONS,
  SPEECH,
  SPEECH_SOCKET,
  speech,
  STREAM,
  succeeded,
  TRANSCRIPTIONS,
  VOICE,
  VOICES,
} from "./asking.ts";

const FREE_MS = 30_000;
const MEGABYTE = 1024 * 1024;
const model = "transcribe-1";

async function limitsOf({ client }: RowContext): Promise<Json> {
  return succeeded(await client.ask("/v1/limits"), 200).json;
}

/** How many of an activity the key may have running beside what runs. */
async function roomFor(context: RowContext, activity: string): Promise<number> {
  const activities = (await limitsOf(context))["activities"] as Json;
  const { concurrent } = activities[activity] as { readonly concurrent: Json };
  return Number(concurrent["remaining"]);
}

function limit(title: string, name: string, value: unknown): Row {
  return works("limits", `${title}: ${JSON.stringify(value)} by default`, async (context) =>
    same(name, (await limitsOf(context))[name], value),
  );
}

function concurrentUploads(title: string, activity: string, address: string, places: number): Row {
  return refusedAsCode(`${title}: ${places} at once, the next is refused`, async (context) => {
    await eventually(
      "all places are free",
      async () => (await roomFor(context, activity)) === places,
      FREE_MS,
    );
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
  return refusedAsCode(`${title}: ${places} at once, the next is refused`, async (context) => {
    const { client } = context;
    await eventually(
      "all places are free",
      async () => (await roomFor(context, activity)) === places,
      FREE_MS,
    );
    for (let place = 0; place < places; place += 1) {
      await (await client.open(path)).message("session.started");
    }
    await expectSocketRefusal(await client.open(path), { code: "rate_limit_exceeded" });
  });
}

function refusedAsCode(title: string, check: Row["check"]): Row {
  return { part: "limits", title, codes: ["rate_limit_exceeded"], check };
}

/** Sends more requests than a minute takes; they cost nothing, for they are refused anyway. */
async function flood({ client }: RowContext, address: string): Promise<void> {
  const together = 3;
  let limited: Answer | undefined;
  let sent = 0;
  const asking = Array.from({ length: together }, async () => {
    while (limited === undefined && sent <= 700) {
      sent += 1;
      const answer = await client.ask(address, { json: {} });
      if (answer.status === 429) limited ??= answer;
      else same("status", answer.status, 400);
    }
  });
  await Promise.all(asking);
  if (limited === undefined) return that("requests", false, "a refusal within 700", sent);
  expectRefusal(limited, { code: "rate_limit_exceeded", message: /600/ });
  same("x-ratelimit-limit-requests", limited.headers["x-ratelimit-limit-requests"], "600");
  same("x-ratelimit-remaining-requests", limited.headers["x-ratelimit-remaining-requests"], "0");
}

interface Entries {
  readonly address: string;
  readonly most: number;
  readonly add: (context: RowContext, index: number) => Promise<Answer>;
}

/** Fills a list of the account up, sees one more refused, and takes away what it put in. */
async function fillUp(context: RowContext, { address, most, add }: Entries): Promise<Answer> {
  const { client } = context;
  const mine: string[] = [];
  try {
    for (let index = 0; index <= most; index += 1) {
      const answer = await patiently(() => add(context, index));
      if (answer.status !== 201) {
        same("entries", await count(context, address), most);
        return answer;
      }
      mine.push(String(answer.json["id"]));
    }
    throw new Error(`${most + 1} were taken`);
  } finally {
    for (const id of mine) {
      await patiently(() => client.ask(`${address}/${id}`, { method: "DELETE" }));
    }
  }
}

/** Asks again as often as the limit of a minute says that waiting helps. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await passed(Number(answer.headers["retry-after"]) * 1000);
  }
}

async function count({ client }: RowContext, address: string): Promise<number> {
  let entries = 0;
  for (let after = ""; ;) {
    const page = succeeded(await client.ask(`${address}?limit=100${after}`), 200).json;
    entries += (page["data"] as readonly unknown[]).length;
    if (page["has_more"] !== true) return entries;
    after = `&after=${String(page["last_id"])}`;
  }
}

const VOICE_RECORDING = spokenFor(3);

/** Part 8. The last rows use the key's minute up. */
export const LIMIT_ROWS: readonly Row[] = [
  limit("saved voices per account", "saved_voices", 50),
  limit("pronunciations per account", "pronunciations", 500),
  limit("file size", "upload_bytes", 100 * MEGABYTE),
  limit("audio length", "audio_seconds", 7200),
  limit("input length", "input_characters", 5000),
  limit("instructions and voice_description", "instructions_characters", 200),
  works("limits", "monthly quota: told per account, used and reserved", async (context) => {
    const quota = (await limitsOf(context))["quota"] as Json;
    const names = ["month", "resets_at", "audio_seconds", "characters"];
    same("quota", Object.keys(quota), names);
    same("audio_seconds", Object.keys(quota["audio_seconds"] as Json), [
      "limit",
      "used",
      "reserved",
      "remaining",
    ]);
  }),
  works("limits", "session token lifetime: 600 seconds", async ({ client }) => {
    const beganMs = Date.now();
    const { json } = succeeded(await client.ask("/v1/sessions", { method: "POST" }), 201);
    same("expires_in", json["expires_in"], 600);
    const lifetimeMs = Date.parse(String(json["expires_at"])) - beganMs;
    that(
      "expires_at",
      Math.abs(lifetimeMs - 600_000) < 60_000,
      "in ten minutes",
      json["expires_at"],
    );
  }),
  works(
    "limits",
    "input length: 5,000 characters are taken, counted as code points",
    async ({ client }) => {
      const input = "𝄞".repeat(4990) + " Merhaba. ";
      succeeded(await client.begin(SPEECH, { json: { input, voice: VOICE } }), 200);
    },
  ),
  works("limits", "instructions: 200 characters are taken", async (context) => {
    const instructions = "yavaş ".repeat(34).slice(0, 200);
    succeeded(await speech(context, { instructions }), 200);
  }),
  works("limits", "voice_description: 200 characters are taken", async (context) => {
    const voice_description = "genç kadın ".repeat(20).slice(0, 200);
    succeeded(await speech(context, { voice: undefined, voice_description }), 200);
  }),
  ...[3, 30].map((seconds) =>
    works("limits", `cloning recording: ${seconds} seconds are taken`, async (context) => {
      const reference_audio = spokenFor(seconds).toString("base64");
      succeeded(await speech(context, { voice: undefined, reference_audio, consent: true }), 200);
    }),
  ),
  refused(
    { code: "file_too_large", part: "limits", title: "a byte over 100 MB", param: "file" },
    ({ client }) =>
      client.ask(TRANSCRIPTIONS, {
        form: formOf({ model, file: Buffer.alloc(100 * MEGABYTE + 1) }),
      }),
  ),
  refused(
    { code: "audio_too_long", part: "limits", title: "a second over 2 hours", param: "file" },
    ({ client }) => client.ask(TRANSCRIPTIONS, { form: formOf({ model, file: silentFor(7201) }) }),
  ),
  refused({ code: "voice_limit_reached", part: "limits", title: "a 51st saved voice" }, (context) =>
    fillUp(context, {
      address: VOICES,
      most: 50,
      add: ({ client }) =>
        client.ask(VOICES, {
          form: formOf({ consent: "true", name: "Ses", reference_audio: VOICE_RECORDING }),
        }),
    }),
  ),
  refused(
    { code: "pronunciation_limit_reached", part: "limits", title: "a 501st pronunciation" },
    (context) =>
      fillUp(context, {
        address: PRONUNCIATIONS,
        most: 500,
        add: ({ client }, index) =>
          client.ask(PRONUNCIATIONS, { json: { word: `sözcük${index}`, alias: "söz" } }),
      }),
  ),
  concurrentUploads("synthesis, concurrent requests", "speech", SPEECH, 8),
  concurrentUploads("transcription, concurrent requests", "transcription", TRANSCRIPTIONS, 3),
  concurrentSockets("transcription, concurrent streams", "stream", STREAM, 2),
  concurrentSockets("synthesis, concurrent WebSockets", "speech_stream", SPEECH_SOCKET, 4),
  works("limits", "every counted answer tells how the limits stand", async (context) => {
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
  }),
  refusedAsCode("requests per minute: the 601st for speech is refused", (context) =>
    flood(context, SPEECH),
  ),
  refusedAsCode("requests per minute: the 601st for transcription is refused", (context) =>
    flood(context, TRANSCRIPTIONS),
  ),
];
