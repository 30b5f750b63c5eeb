import { same } from "../mismatch.ts";
import { expectRefusal, expectSocketRefusal, refused, refusedOnSocket } from "../refusal.ts";
import type { Row, RowContext } from "../row.ts";
import type { Answer } from "../service-client.ts";
import { CLIP, formOf, spokenFor } from "../recordings.ts";
import {
  PRONUNCIATIONS,
  SPEECH,
  speech,
  STREAM,
  succeeded,
  TRANSCRIPTIONS,
  VOICE,
  VOICES,
} from "./asking.ts";

const UNSEEN_KEY = "sk_a_key_that_nobody_looked_up_before_00000";
const cloning = () => ({
  voice: undefined,
  reference_audio: spokenFor(4).toString("base64"),
  consent: true,
});
const transcribe = ({ client }: RowContext, credential?: string): Promise<Answer> =>
  client.ask(TRANSCRIPTIONS, {
    form: formOf({ model: "transcribe-1", file: CLIP }),
    ...(credential !== undefined && { credential }),
  });

const AWAY: readonly Row[] = [
  {
    part: "limits",
    title: "limits_degraded: limits hold on while Redis is away, and the health document says so",
    codes: [],
    fault: "redis-away",
    check: async (context) => {
      succeeded(await speech(context), 200);
      same(
        "limits_degraded",
        succeeded(await context.client.ask("/health/synth"), 200).json["limits_degraded"],
        true,
      );
    },
  },
  refused(
    { code: "auth_unavailable", title: "a key nobody has seen yet", fault: "database-away" },
    ({ client }) => client.ask("/v1/models", { credential: UNSEEN_KEY }),
  ),
  refusedOnSocket(
    { code: "auth_unavailable", title: "a key nobody has seen yet", fault: "database-away" },
    ({ client }) => client.open(STREAM, { credential: UNSEEN_KEY }),
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
  refused(
    { code: "store_unavailable", title: "GET /v1/voices", fault: "database-away" },
    ({ client }) => client.ask(VOICES),
  ),
];

const MODELS: readonly Row[] = [
  refused(
    { code: "model_loading", title: "the other model keeps answering", fault: "model-starting" },
    async (context) => {
      const answer = await speech(context, { model: "synth-v2" });
      same("retry-after", answer.headers["retry-after"], "10");
      succeeded(await speech(context, { model: "synth-v1" }), 200);
      const { json } = await context.client.ask("/health/synth");
      same("status", json["status"], "degraded");
      return answer;
    },
  ),
  refused(
    { code: "engine_error", title: "the model fails on a request", fault: "model-failing" },
    (context) => speech(context, { model: context.handed, ...cloning() }),
  ),
];

const ACCOUNTS: readonly Row[] = [
  refused(
    { code: "token_expired", title: "a token of more than ten minutes", fault: "token-expired" },
    ({ client, handed }) => client.ask("/v1/models", { credential: handed }),
  ),
  refusedOnSocket(
    { code: "token_expired", title: "a token of more than ten minutes", fault: "token-expired" },
    ({ client, handed }) => client.open(STREAM, { credential: handed }),
  ),
  refused(
    { code: "quota_exceeded", part: "limits", title: "characters", fault: "quota-used-up" },
    ({ client, handed }) =>
      client.ask(SPEECH, { json: { input: "Merhaba.", voice: VOICE }, credential: handed }),
  ),
  refused(
    { code: "quota_exceeded", part: "limits", title: "audio seconds", fault: "quota-used-up" },
    (context) => transcribe(context, context.handed),
  ),
  refusedOnSocket(
    { code: "quota_exceeded", part: "limits", title: "a live stream", fault: "quota-used-up" },
    ({ client, handed }) => client.open(STREAM, { credential: handed }),
  ),
];

/** With a key that may have very much running, the model's own places come to an end first. */
const FULL: readonly Row[] = [
  {
    part: "errors",
    title: "server_busy on a socket: all places of live streams are taken",
    codes: ["server_busy"],
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
  {
    part: "errors",
    title: "high_demand: the wait would be too long",
    codes: ["high_demand"],
    fault: "many-places",
    check: async ({ client, handed }) => {
      const json = { input: "Bu uzun bir cümledir ve sürer. ".repeat(160), voice: VOICE };
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => client.begin(SPEECH, { json, credential: handed })),
      );
      const refusals = answers.filter(({ status }) => status !== 200);
      const [first] = refusals;
      if (first === undefined) return same("refusals", refusals.length, "some of 30");
      expectRefusal(first, { code: "high_demand" });
    },
  },
];

/** What needs a hand on the service. */
export const FAULTS: readonly Row[] = [...ACCOUNTS, ...FULL, ...MODELS, ...AWAY];
