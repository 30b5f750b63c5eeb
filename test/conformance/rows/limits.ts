import { setTimeout as passed } from "node:timers/promises";
import type { InterfaceItem } from "../interface/items.ts";
import { same, that } from "../mismatch.ts";
import { formOf, silentFor, spokenFor } from "../recordings.ts";
import { refused } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Answer, Json } from "../service-client.ts";
import {
  isAudio,
  limitsOf,
  PRONUNCIATIONS,
  SPEECH,
  speech,
  succeeded,
  TRANSCRIPTIONS,
  VOICE,
  VOICES,
} from "./asking.ts";

const MEGABYTE = 1024 * 1024;
const model = "transcribe-1";

function limit(title: string, name: string, value: unknown, sees: readonly InterfaceItem[]): Row {
  return works(
    "limits",
    `${title}: ${JSON.stringify(value)} by default`,
    async (context) => same(name, (await limitsOf(context))[name], value),
    sees,
  );
}

interface Entries {
  readonly address: string;
  readonly max: number;
  readonly add: (context: RowContext, index: number) => Promise<Answer>;
}

/** Fills a list of the account up, sees one more refused, and takes away what it put in. */
async function fillUp(context: RowContext, { address, max, add }: Entries): Promise<Answer> {
  const { client } = context;
  const mine: string[] = [];
  try {
    for (let index = 0; index <= max; index += 1) {
      const answer = await patiently(() => add(context, index));
      if (answer.status !== 201) {
        same("entries", await count(context, address), max);
        return answer;
      }
      mine.push(String(answer.json["id"]));
    }
    throw new Error(`${max + 1} were taken`);
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

/** Part 8: values, lengths and what an account holds; how many at once is in request-limits.ts. */
export const LIMIT_ROWS: readonly Row[] = [
  limit("saved voices per account", "saved_voices", 50, [
    "limit: synthesis, saved voices per account",
  ]),
  limit("pronunciations per account", "pronunciations", 500, [
    "limit: synthesis, pronunciations per account",
  ]),
  limit("file size", "upload_bytes", 100 * MEGABYTE, ["limit: transcription, file size"]),
  limit("audio length", "audio_seconds", 7200, ["limit: transcription, audio length"]),
  limit("input length", "input_characters", 5000, ["limit: synthesis, input length"]),
  limit("instructions and voice_description", "instructions_characters", 200, [
    "limit: synthesis, instructions",
    "limit: synthesis, voice_description",
  ]),
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
      isAudio(await client.begin(SPEECH, { json: { input, voice: VOICE } }));
    },
  ),
  works("limits", "instructions: 200 characters are taken", async (context) => {
    const instructions = "yavaş ".repeat(34).slice(0, 200);
    isAudio(await speech(context, { instructions }));
  }),
  works("limits", "voice_description: 200 characters are taken", async (context) => {
    const voice_description = "genç kadın ".repeat(20).slice(0, 200);
    isAudio(await speech(context, { voice: undefined, voice_description }));
  }),
  ...[3, 30].map((seconds) =>
    works("limits", `cloning recording: ${seconds} seconds are taken`, async (context) => {
      const reference_audio = spokenFor(seconds).toString("base64");
      isAudio(await speech(context, { voice: undefined, reference_audio, consent: true }));
    }),
  ),
  refused(
    {
      code: "file_too_large",
      part: "limits",
      title: "a byte over 100 MB",
      param: "file",
      sees: ["limit: transcription, file size", "transcription: file"],
    },
    ({ client }) =>
      client.ask(TRANSCRIPTIONS, {
        form: formOf({ model, file: Buffer.alloc(100 * MEGABYTE + 1) }),
      }),
  ),
  {
    ...refused(
      {
        code: "audio_too_long",
        part: "limits",
        title: "a second over 2 hours",
        param: "file",
        sees: ["limit: transcription, audio length", "transcription: file"],
      },
      ({ client }) =>
        client.ask(TRANSCRIPTIONS, { form: formOf({ model, file: silentFor(7201) }) }),
    ),
    isLong: true,
  },
  {
    ...refused(
      {
        code: "voice_limit_reached",
        part: "limits",
        title: "a 51st saved voice",
        sees: ["limit: synthesis, saved voices per account"],
      },
      (context) =>
        fillUp(context, {
          address: VOICES,
          max: 50,
          add: ({ client }) =>
            client.ask(VOICES, {
              form: formOf({ consent: "true", name: "Ses", reference_audio: VOICE_RECORDING }),
            }),
        }),
    ),
    isLong: true,
  },
  {
    ...refused(
      {
        code: "pronunciation_limit_reached",
        part: "limits",
        title: "a 501st pronunciation",
        sees: ["limit: synthesis, pronunciations per account"],
      },
      (context) =>
        fillUp(context, {
          address: PRONUNCIATIONS,
          max: 500,
          add: ({ client }, index) =>
            client.ask(PRONUNCIATIONS, { json: { word: `sözcük${index}`, alias: "söz" } }),
        }),
    ),
    isLong: true,
  },
];
