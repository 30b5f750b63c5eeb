import { same } from "../mismatch.ts";
import { expectRefusal } from "../refusal.ts";
import { works, type Row } from "../row.ts";
import {
  isAudio,
  PRONUNCIATIONS,
  sessionToken,
  SPEECH,
  SPEECH_SOCKET,
  STREAM,
  succeeded,
  TRANSCRIPTIONS,
  VOICE,
  VOICES,
} from "./asking.ts";

function rule(title: string, check: Row["check"]): Row {
  return works("authentication", title, check);
}

const CLOSED = [
  ["POST", TRANSCRIPTIONS],
  ["POST", SPEECH],
  ["POST", VOICES],
  ["GET", VOICES],
  ["GET", `${VOICES}/voice_0`],
  ["PATCH", `${VOICES}/voice_0`],
  ["DELETE", `${VOICES}/voice_0`],
  ["POST", PRONUNCIATIONS],
  ["GET", PRONUNCIATIONS],
  ["GET", `${PRONUNCIATIONS}/pron_0`],
  ["PATCH", `${PRONUNCIATIONS}/pron_0`],
  ["DELETE", `${PRONUNCIATIONS}/pron_0`],
  ["POST", `${PRONUNCIATIONS}/preview`],
  ["GET", "/v1/models"],
  ["GET", "/v1/limits"],
  ["GET", "/v1/usage"],
] as const;

/** Part 5; wrong and missing credentials are in common-errors.ts. */
export const AUTHENTICATION: readonly Row[] = [
  ...CLOSED.map(([method, path]) => ({
    ...rule(`${method} ${path}: needs a credential`, async ({ client }) =>
      expectRefusal(await client.ask(path, { method, credential: null }), {
        code: "missing_api_key",
      }),
    ),
    codes: ["missing_api_key"] as const,
  })),
  rule("x-api-key carries a key as well", async ({ client }) => {
    const headers = { "x-api-key": client.key };
    const answer = await client.ask("/v1/models", { credential: null, headers });
    same("object", succeeded(answer, 200).json["object"], "list");
  }),
  ...[STREAM, SPEECH_SOCKET].map((path) =>
    rule(`WebSocket ${path}: the Authorization header`, async ({ client }) => {
      await (await client.open(path)).message("session.started");
    }),
  ),
  rule(
    "sockets: the subprotocols bearer and key; none that is secret is echoed",
    async ({ client }) => {
      const subprotocols = ["bearer", client.key];
      const socket = await client.open(STREAM, { credential: null, subprotocols });
      await socket.message("session.started");
      same("subprotocol", socket.subprotocol, "bearer");
    },
  ),
  rule("sockets: the subprotocol openai-insecure-api-key", async ({ client }) => {
    const subprotocols = ["realtime", `openai-insecure-api-key.${client.key}`];
    const socket = await client.open(STREAM, { credential: null, subprotocols });
    await socket.message("session.started");
    same("subprotocol", socket.subprotocol, "realtime");
  }),
  rule("sockets: ?token= takes a session token", async (context) => {
    const token = await sessionToken(context);
    const socket = await context.client.open(`${STREAM}?token=${token}`, { credential: null });
    await socket.message("session.started");
  }),
  {
    ...rule("sockets: ?token= takes no API key", async ({ client }) => {
      const socket = await client.open(`${STREAM}?token=${client.key}`, { credential: null });
      const { error } = await socket.message("error");
      same("code", (error as { readonly code: string }).code, "missing_api_key");
      same("close code", await socket.closed(), 4401);
    }),
    codes: ["missing_api_key"],
    isOnSocket: true,
  },
  rule("a demo session transcribes, speaks and lists the built-in voices", async (context) => {
    const { client } = context;
    const credential = await sessionToken(context);
    const json = { input: "Merhaba.", voice: VOICE };
    isAudio(await client.ask(SPEECH, { json, credential }));
    succeeded(await client.ask(`${VOICES}?type=builtin`, { credential }), 200);
  }),
  {
    ...rule("a demo session has no dictionary, voices or usage of its own", async (context) => {
      const credential = await sessionToken(context);
      for (const path of [VOICES, PRONUNCIATIONS, "/v1/usage"]) {
        expectRefusal(await context.client.ask(path, { credential }), { code: "account_required" });
      }
    }),
    codes: ["account_required"],
  },
];
