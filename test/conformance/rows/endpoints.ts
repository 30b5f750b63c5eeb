import { randomUUID } from "node:crypto";
import type { InterfaceItem } from "../interface/items.ts";
import { same, that } from "../mismatch.ts";
import { formOf, spokenFor } from "../recordings.ts";
import { expectRefusal, refused } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Json } from "../service-client.ts";
import { isAudio, PRONUNCIATIONS, SPEECH, spoken, succeeded, VOICE, VOICES } from "./asking.ts";

function endpoint(title: string, check: Row["check"], sees: readonly InterfaceItem[] = []): Row {
  return works("endpoints", title, check, sees);
}

/** Saves a voice for as long as `use` takes. */
async function withVoice(
  { client }: RowContext,
  recordingField: string,
  use: (voice: Json, path: string) => Promise<void>,
): Promise<void> {
  const form = formOf({
    consent: "true",
    name: "Ses",
    description: "bir deneme",
    [recordingField]: spokenFor(4),
  });
  const voice = succeeded(await client.ask(VOICES, { form }), 201).json;
  const path = `${VOICES}/${String(voice["id"])}`;
  try {
    await use(voice, path);
  } finally {
    await client.ask(path, { method: "DELETE" });
  }
}

/** Makes a pronunciation for as long as `use` takes. */
async function withPronunciation(
  { client }: RowContext,
  use: (entry: Json, path: string) => Promise<void>,
): Promise<void> {
  const json = { word: `kısaltma${randomUUID()}`, alias: "uzun hâli" };
  const entry = succeeded(await client.ask(PRONUNCIATIONS, { json }), 201).json;
  const path = `${PRONUNCIATIONS}/${String(entry["id"])}`;
  try {
    await use(entry, path);
  } finally {
    await client.ask(path, { method: "DELETE" });
  }
}

const VOICE_ENDPOINTS: readonly Row[] = [
  endpoint(
    "POST /v1/voices: every field of a saved voice",
    (context) =>
      withVoice(context, "reference_audio", async (voice) => {
        const { id, object, name, description, language, model, duration_seconds } = voice;
        same(
          "object",
          [object, name, description, language, model],
          ["voice", "Ses", "bir deneme", "tr", "synth-v2"],
        );
        that("id", String(id).startsWith("voice_"), "voice_…", id);
        that(
          "duration_seconds",
          Math.abs(Number(duration_seconds) - 4) < 0.1,
          "4",
          duration_seconds,
        );
        for (const time of ["consented_at", "created_at"]) {
          that(time, !Number.isNaN(Date.parse(String(voice[time]))), "a time", voice[time]);
        }
      }),
    ["saved voice: id"],
  ),
  ...["audio_sample", "file"].map((alias) =>
    endpoint(`POST /v1/voices: the recording as ${alias}`, (context) =>
      withVoice(context, alias, async ({ object }) => same("object", object, "voice")),
    ),
  ),
  endpoint("POST /v1/audio/speech: speaks with a saved voice", (context) =>
    withVoice(
      context,
      "reference_audio",
      async ({ id }) => void (await spoken(context, { voice: id })),
    ),
  ),
  endpoint("GET, PATCH, DELETE /v1/voices/{id}; a deleted one is not found", (context) =>
    withVoice(context, "reference_audio", async (voice, path) => {
      const { client } = context;
      same("voice", succeeded(await client.ask(path), 200).json, voice);
      const patch = { method: "PATCH", json: { name: "Başka" } } as const;
      same("name", succeeded(await client.ask(path, patch), 200).json["name"], "Başka");
      const { json } = succeeded(await client.ask(path, { method: "DELETE" }), 200);
      same("deleted", json, { id: voice["id"], object: "voice.deleted", deleted: true });
      expectRefusal(await client.ask(path), { code: "unknown_saved_voice", param: "id" });
    }),
  ),
  endpoint("GET /v1/voices: saved ones page by page, built-in ones by type", (context) =>
    withVoice(context, "reference_audio", async ({ id }) => {
      const list = succeeded(await context.client.ask(`${VOICES}?limit=1`), 200).json;
      same("list", Object.keys(list), ["object", "data", "first_id", "last_id", "has_more"]);
      same("first_id", list["first_id"], id);
      const builtin = succeeded(await context.client.ask(`${VOICES}?type=builtin`), 200).json;
      const voices = builtin["data"] as readonly Json[];
      const of = (model: string) =>
        voices.filter((voice) => (voice["models"] as string[]).includes(model)).length;
      that(
        "voices",
        of("synth-v1") >= 4 && of("synth-v2") >= 8,
        "4 of synth-v1, 8 of synth-v2",
        voices.length,
      );
    }),
  ),
];

const PRONUNCIATION_ENDPOINTS: readonly Row[] = [
  endpoint(
    "POST /v1/pronunciations: every field of an entry",
    (context) =>
      withPronunciation(context, async (entry) => {
        same("fields", Object.keys(entry).sort(), [
          "alias",
          "case_sensitive",
          "created_at",
          "id",
          "language",
          "object",
          "updated_at",
          "word",
          "word_boundaries",
        ]);
        const { object, language, case_sensitive, word_boundaries } = entry;
        same(
          "values",
          [object, language, case_sensitive, word_boundaries],
          ["pronunciation", "tr", false, true],
        );
        that("id", String(entry["id"]).startsWith("pron_"), "pron_…", entry["id"]);
      }),
    ["pronunciation entry: id"],
  ),
  endpoint("POST /v1/pronunciations: the same word twice is refused", (context) =>
    withPronunciation(context, async ({ word }) =>
      expectRefusal(await context.client.ask(PRONUNCIATIONS, { json: { word, alias: "b" } }), {
        code: "invalid_pronunciations",
        param: "word",
      }),
    ),
  ),
  endpoint("GET, PATCH, DELETE /v1/pronunciations/{id}", (context) =>
    withPronunciation(context, async (entry, path) => {
      const { client } = context;
      same("entry", succeeded(await client.ask(path), 200).json, entry);
      const patch = { method: "PATCH", json: { alias: "başka" } } as const;
      same("alias", succeeded(await client.ask(path, patch), 200).json["alias"], "başka");
      const { json } = succeeded(await client.ask(path, { method: "DELETE" }), 200);
      same("deleted", json, { id: entry["id"], object: "pronunciation.deleted", deleted: true });
      expectRefusal(await client.ask(path), { code: "unknown_pronunciation", param: "id" });
    }),
  ),
  endpoint("GET /v1/pronunciations: page by page", (context) =>
    withPronunciation(context, async ({ id }) => {
      const list = succeeded(
        await context.client.ask(`${PRONUNCIATIONS}?limit=1&order=desc`),
        200,
      ).json;
      same("first_id", list["first_id"], id);
      expectRefusal(await context.client.ask(`${PRONUNCIATIONS}?limit=101`), {
        code: "invalid_request",
        param: "limit",
      });
    }),
  ),
  endpoint("POST /v1/pronunciations/preview: the account's dictionary is applied", (context) =>
    withPronunciation(context, async ({ word }) => {
      const json = { input: `Bu ${String(word)}.` };
      const preview = succeeded(
        await context.client.ask(`${PRONUNCIATIONS}/preview`, { json }),
        200,
      );
      same("text", preview.json["text"], "Bu uzun hâli.");
    }),
  ),
];

const KEY_HEADER = "Idempotency-Key";
const once = () => ({ headers: { "idempotency-key": `conformance-${randomUUID()}` } });

const IDEMPOTENCY: readonly Row[] = [
  endpoint(
    "Idempotency-Key: a repeated POST /v1/pronunciations adds one entry",
    async ({ client }) => {
      const sent = { json: { word: `sözcük${randomUUID()}`, alias: "söz" }, ...once() };
      const first = succeeded(await client.ask(PRONUNCIATIONS, sent), 201).json;
      same("answer", succeeded(await client.ask(PRONUNCIATIONS, sent), 201).json, first);
      await client.ask(`${PRONUNCIATIONS}/${String(first["id"])}`, { method: "DELETE" });
    },
  ),
  refused(
    {
      code: "idempotency_key_reused",
      param: KEY_HEADER,
      part: "endpoints",
      title: "the key with another body",
    },
    async ({ client }) => {
      const { headers } = once();
      await client.ask(SPEECH, { json: { input: "Merhaba.", voice: VOICE }, headers });
      return client.ask(SPEECH, { json: { input: "Merhabalar.", voice: VOICE }, headers });
    },
  ),
  {
    part: "endpoints",
    title: "idempotency_key_in_use: the key while its request runs",
    codes: ["idempotency_key_in_use"],
    sees: [],
    check: async ({ client }) => {
      const { headers } = once();
      const json = { input: "Bu uzun bir cümledir ve sürer. ".repeat(100), voice: VOICE };
      const answers = await Promise.all(
        Array.from({ length: 2 }, () => client.begin(SPEECH, { json, headers })),
      );
      const inUse = answers.find(({ status }) => status === 409);
      if (inUse === undefined)
        return same(
          "statuses",
          answers.map(({ status }) => status),
          [200, 409],
        );
      expectRefusal(inUse, { code: "idempotency_key_in_use", param: KEY_HEADER });
    },
  },
];

const HEALTH = ["/healthz", "/readyz"].map((path) =>
  endpoint(`GET ${path}: without a credential`, async ({ client }) => {
    const { json } = succeeded(await client.ask(path, { credential: null }), 200);
    same("status", json["status"], "ok");
  }),
);

const ACCOUNT: readonly Row[] = [
  endpoint("GET /v1/models: every model", async ({ client }) => {
    const { json } = succeeded(await client.ask("/v1/models"), 200);
    const ids = (json["data"] as readonly Json[]).map(({ id }) => id);
    for (const id of ["transcribe-1", "synth-v1", "synth-v2"])
      that("models", ids.includes(id), id, ids);
  }),
  endpoint("GET /v1/usage: what was used, by day", async ({ client }) => {
    const { json } = succeeded(await client.ask("/v1/usage"), 200);
    same("total", Object.keys(json["total"] as Json), ["requests", "audio_seconds", "characters"]);
  }),
  endpoint("every answer has an x-request-id of its own", async (context) => {
    const ids = await Promise.all(
      ["/v1/models", "/healthz", "/nowhere"].map(
        async (path) => (await context.client.ask(path)).headers["x-request-id"],
      ),
    );
    same("different ids", new Set(ids).size, 3);
    that("ids", !ids.includes(undefined), "all there", ids);
  }),
  endpoint("POST /v1/audio/speech: a form does what JSON does", async (context) => {
    const { client } = context;
    const form = formOf({ input: "Merhaba.", voice: VOICE, response_format: "pcm", speed: "2" });
    const fast = isAudio(await client.ask(SPEECH, { form }));
    const { body } = await spoken(context, { response_format: "pcm" });
    that("length", fast.body.length < body.length, `under ${body.length}`, fast.body.length);
  }),
];

/** Part 4. */
export const ENDPOINTS: readonly Row[] = [
  ...VOICE_ENDPOINTS,
  ...PRONUNCIATION_ENDPOINTS,
  ...IDEMPOTENCY,
  ...HEALTH,
  ...ACCOUNT,
];
