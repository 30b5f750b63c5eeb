import type { ConformanceSocket } from "../conformance-socket.ts";
import { same } from "../mismatch.ts";
import { CLIP, CLIP_OGG, formOf, spokenFor } from "../recordings.ts";
import { expectSocketRefusal, refused, refusedOnSocket } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Answer } from "../service-client.ts";
import {
  isAudio,
  PRONUNCIATIONS,
  REALTIME,
  saying,
  SPEECH,
  SPEECH_SOCKET,
  speech,
  STREAM,
  succeeded,
  TRANSCRIPTIONS,
  VOICE,
  VOICES,
} from "./asking.ts";

const UNSEEN_KEY = "sk_a_key_that_nobody_looked_up_before_00000";
const SOCKETS = [STREAM, `${REALTIME}?intent=transcription`, SPEECH_SOCKET];
const HEALTH = "/health/synth";
/** The failing model fails at exclamations. */
const EXCLAMATION = "Merhaba!";
const cloning = () => ({
  voice: undefined,
  reference_audio: spokenFor(4).toString("base64"),
  consent: true,
});
const transcribe = ({ client }: RowContext, credential = client.key): Promise<Answer> =>
  client.ask(TRANSCRIPTIONS, { form: formOf({ model: "transcribe-1", file: CLIP }), credential });
const withHanded =
  (path: string) =>
  ({ client, handed }: RowContext) =>
    client.open(path, { credential: handed });

const ACCOUNTS: readonly Row[] = [
  refused(
    {
      code: "token_expired",
      title: "a token of more than ten minutes",
      fault: "token-expired",
      sees: ["session token", "limit: session token lifetime"],
    },
    ({ client, handed }) => client.ask("/v1/models", { credential: handed }),
  ),
  refusedOnSocket(
    { code: "token_expired", title: "a token of more than ten minutes", fault: "token-expired" },
    withHanded(STREAM),
  ),
  refused(
    { code: "invalid_api_key", title: "a revoked key", fault: "key-revoked", sees: ["API key"] },
    ({ client, handed }) => client.ask("/v1/models", { credential: handed }),
  ),
  refusedOnSocket(
    { code: "invalid_api_key", title: "a revoked key", fault: "key-revoked" },
    withHanded(STREAM),
  ),
  refused(
    {
      code: "quota_exceeded",
      part: "limits",
      title: "characters",
      fault: "quota-used-up",
      sees: ["limit: monthly quota"],
    },
    ({ client, handed }) =>
      client.ask(SPEECH, { json: { input: "Merhaba.", voice: VOICE }, credential: handed }),
  ),
  refused(
    { code: "quota_exceeded", part: "limits", title: "audio seconds", fault: "quota-used-up" },
    (context) => transcribe(context, context.handed),
  ),
  refusedOnSocket(
    { code: "quota_exceeded", part: "limits", title: "a live stream", fault: "quota-used-up" },
    withHanded(STREAM),
  ),
  refusedOnSocket(
    { code: "quota_exceeded", part: "limits", title: "text to speak", fault: "quota-used-up" },
    (context) => saying(context, {}, "Merhaba.", context.handed),
  ),
];

const MODELS: readonly Row[] = [
  refused(
    {
      code: "model_loading",
      title: "speech, after 10 seconds; the other model keeps answering",
      fault: "synthesizer-starting",
    },
    async (context) => {
      const answer = await speech(context, { model: "synth-v2" });
      same("retry-after", answer.headers["retry-after"], "10");
      isAudio(await speech(context, { model: "synth-v1" }));
      return answer;
    },
  ),
  {
    ...works(
      "endpoints",
      `GET {tts_url}${HEALTH}: degraded while a model starts, each model by itself`,
      async ({ client, ttsUrl }) => {
        const { json } = succeeded(
          await client.ask(`${ttsUrl}${HEALTH}`, { credential: null }),
          200,
        );
        const models = json["models"] as Readonly<Record<string, { readonly status: string }>>;
        const statuses = [json["status"], models["synth-v2"]?.status, models["synth-v1"]?.status];
        same("statuses", statuses, ["degraded", "degraded", "ok"]);
      },
      ["health document: status", "health document: models.status"],
    ),
    fault: "synthesizer-starting",
  },
  refusedOnSocket(
    { code: "model_loading", title: "speech", fault: "synthesizer-starting" },
    (context) => saying(context, {}, "Merhaba."),
  ),
  refused(
    { code: "model_loading", title: "transcription", fault: "recognizer-starting" },
    (context) => transcribe(context),
  ),
  ...[STREAM, `${REALTIME}?intent=transcription`].map((path) =>
    refusedOnSocket(
      { code: "model_loading", title: path, fault: "recognizer-starting" },
      ({ client }) => client.open(path),
    ),
  ),
  refused(
    {
      code: "decoder_unavailable",
      title: "the decoder of a recording is killed",
      fault: "decoder-killed",
    },
    ({ client }) =>
      client.ask(TRANSCRIPTIONS, { form: formOf({ model: "transcribe-1", file: CLIP_OGG }) }),
  ),
  refused(
    { code: "engine_error", title: "the model fails at a text", fault: "model-failing" },
    (context) => speech(context, { model: context.handed, input: EXCLAMATION }),
  ),
  refused(
    { code: "engine_error", title: "the model fails at a recording", fault: "model-failing" },
    (context) => speech(context, { model: context.handed, ...cloning() }),
  ),
  refusedOnSocket(
    { code: "engine_error", title: "the model fails at a text", fault: "model-failing" },
    (context) => saying(context, { model: context.handed }, EXCLAMATION),
  ),
];

const CLAUSE = "bu uzun bir cümledir ve sürer ";
const SHORT = "Merhaba.";
const LONG = CLAUSE.repeat(160);
/** More than may run and wait at a model. */
const CROWD = 60;

/** Sends more than a hanging model takes, and gives the first answer: nobody else gets one. */
function crowd({ client, handed }: RowContext, input: string): Promise<Answer> {
  return client.firstOf(CROWD, SPEECH, { json: { input, voice: VOICE }, credential: handed });
}

/** Speaks on a socket while the crowd waits. */
async function behindCrowd(context: RowContext, input: string): Promise<ConformanceSocket> {
  await crowd(context, input);
  return saying(context, {}, input, context.handed);
}

/** With a key that may have very much running, the model's own places come to an end first. */
const FULL: readonly Row[] = [
  {
    part: "errors",
    title: "server_busy on a socket: all places of live streams are taken",
    codes: ["server_busy"],
    sees: [],
    isOnSocket: true,
    fault: "many-places",
    check: async ({ client, handed }) => {
      for (let streams = 0; streams < 100; streams += 1) {
        const socket = await client.open(STREAM, { credential: handed });
        const said = await socket.firstOf("session.started", "error");
        if (said.type === "error") return expectSocketRefusal(socket, { code: "server_busy" });
      }
      throw new Error("100 streams were taken");
    },
  },
  refused(
    { code: "server_busy", title: "as many wait as may", fault: "model-hanging" },
    (context) => crowd(context, SHORT),
  ),
  refusedOnSocket(
    { code: "server_busy", title: "as many wait as may", fault: "model-hanging" },
    (context) => behindCrowd(context, SHORT),
  ),
  refused(
    { code: "high_demand", title: "the wait would be too long", fault: "model-hanging" },
    (context) => crowd(context, LONG),
  ),
  refusedOnSocket(
    { code: "high_demand", title: "the wait would be too long", fault: "model-hanging" },
    (context) => behindCrowd(context, LONG),
  ),
];

const AWAY: readonly Row[] = [
  {
    ...works(
      "limits",
      "limits_degraded: limits hold on while Redis is away, and the health document says so",
      async (context) => {
        isAudio(await speech(context));
        const { json } = succeeded(await context.client.ask(`${context.ttsUrl}${HEALTH}`), 200);
        same("limits_degraded", json["limits_degraded"], true);
      },
      ["health document: limits_degraded"],
    ),
    fault: "redis-away",
  },
  refused(
    { code: "auth_unavailable", title: "a key nobody has seen yet", fault: "database-away" },
    ({ client }) => client.ask("/v1/models", { credential: UNSEEN_KEY }),
  ),
  ...SOCKETS.map((path) =>
    refusedOnSocket(
      {
        code: "auth_unavailable",
        title: `${path}, a key nobody has seen yet`,
        fault: "database-away",
      },
      ({ client }) => client.open(path, { credential: UNSEEN_KEY }),
    ),
  ),
  refused(
    { code: "pronunciation_store_unavailable", title: "GET", fault: "database-away" },
    ({ client }) => client.ask(PRONUNCIATIONS),
  ),
  refused(
    { code: "pronunciation_store_unavailable", title: "POST", fault: "database-away" },
    ({ client }) => client.ask(PRONUNCIATIONS, { json: { word: "a", alias: "b" } }),
  ),
  refused(
    {
      code: "pronunciation_store_unavailable",
      title: "speech that names an entry",
      fault: "database-away",
    },
    (context) => speech(context, { pronunciations: ["pron_0"] }),
  ),
  refusedOnSocket(
    {
      code: "pronunciation_store_unavailable",
      title: "speech that names an entry",
      fault: "database-away",
    },
    (context) => saying(context, { pronunciations: ["pron_0"] }, "Merhaba."),
  ),
  refused(
    { code: "store_unavailable", title: "GET /v1/voices", fault: "database-away" },
    ({ client }) => client.ask(VOICES),
  ),
  refusedOnSocket(
    { code: "store_unavailable", title: "speech with a saved voice", fault: "database-away" },
    (context) => saying(context, { voice: "voice_0", pronunciations: [] }, "Merhaba."),
  ),
];

/** What needs a hand on the service. */
export const FAULTS: readonly Row[] = [...ACCOUNTS, ...FULL, ...MODELS, ...AWAY];
