import { refused, refusedOnSocket } from "../refusal.ts";
import type { Row } from "../row.ts";
import { PRONUNCIATIONS, sessionToken, SPEECH, speech, STREAM, VOICES } from "./asking.ts";
import { formOf, spokenFor } from "../recordings.ts";

const WRONG_KEY = "sk_this_key_was_never_given_out_0000000000";
const WRONG_TOKEN = "st_nobody.9999999999.signed-by-nobody";
const json = { "content-type": "application/json" };

/** Part 7, common; what needs a fault is in faults.ts. */
export const COMMON_ERRORS: readonly Row[] = [
  refused(
    {
      code: "invalid_request",
      title: "a field is missing, and is named",
      param: "input",
      message: /input/,
    },
    (context) => speech(context, { input: undefined }),
  ),
  refused({ code: "invalid_request", title: "the body is no object" }, ({ client }) =>
    client.ask(SPEECH, { json: ["Merhaba"] }),
  ),
  refused({ code: "invalid_request", title: "the body has another type" }, ({ client }) =>
    client.ask(PRONUNCIATIONS, { body: "<word/>", headers: { "content-type": "text/xml" } }),
  ),
  refused({ code: "invalid_json", title: "speech" }, ({ client }) =>
    client.ask(SPEECH, { body: '{"input":', headers: json }),
  ),
  refused({ code: "invalid_json", title: "pronunciations" }, ({ client }) =>
    client.ask(PRONUNCIATIONS, { body: "{", headers: json }),
  ),
  refused({ code: "missing_api_key", title: "no credential", sees: ["API key"] }, ({ client }) =>
    client.ask("/v1/models", { credential: null }),
  ),
  refusedOnSocket({ code: "missing_api_key", title: "no credential" }, ({ client }) =>
    client.open(STREAM, { credential: null }),
  ),
  refused(
    { code: "invalid_api_key", title: "a key that does not exist", sees: ["API key"] },
    ({ client }) => client.ask("/v1/models", { credential: WRONG_KEY }),
  ),
  refusedOnSocket({ code: "invalid_api_key", title: "a key that does not exist" }, ({ client }) =>
    client.open(STREAM, { credential: WRONG_KEY }),
  ),
  refused(
    { code: "invalid_token", title: "a token that was signed by nobody", sees: ["session token"] },
    ({ client }) => client.ask("/v1/models", { credential: WRONG_TOKEN }),
  ),
  refusedOnSocket({ code: "invalid_token", title: "a token of nobody" }, ({ client }) =>
    client.open(STREAM, { credential: WRONG_TOKEN }),
  ),
  refused(
    { code: "account_required", title: "saving a pronunciation in a demo session" },
    async (context) =>
      context.client.ask(PRONUNCIATIONS, {
        json: { word: "NATO", alias: "nato" },
        credential: await sessionToken(context),
      }),
  ),
  refused(
    { code: "account_required", title: "saving a voice in a demo session" },
    async (context) =>
      context.client.ask(VOICES, {
        form: formOf({ consent: "true", reference_audio: spokenFor(5) }),
        credential: await sessionToken(context),
      }),
  ),
  refused({ code: "not_found", title: "an address that does not exist" }, ({ client }) =>
    client.ask("/v1/audio/translations", { method: "POST", json: {} }),
  ),
  refused({ code: "method_not_allowed", title: "GET on speech" }, ({ client }) =>
    client.ask(SPEECH),
  ),
];
