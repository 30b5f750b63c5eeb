import { Type } from "typebox";
import { badBody, expectStatus, jsonObject, textField } from "../network/answer.ts";
import { type Answer, exchange } from "../network/exchange.ts";
import { shown } from "../network/json-value.ts";
import { CheckFailure } from "../check/report.ts";
import { sentenceToSpeak } from "../speech/sentence.ts";
import { synthesize } from "../speech/speech-requests.ts";
import {
  transcribeBack,
  TRANSCRIBE_BACK_MEASURES,
  transcribeBackOptions,
} from "../speech/transcribe-back.ts";
import { httpAddress } from "../network/web-address.ts";
import { defineKind } from "./kind.ts";

const CLOCK_TOLERANCE_SECONDS = 120;
/** The characters allowed in a header, in which the token is sent. */
const TOKEN = /^st_[\x21-\x7e]+$/;

/** A demo session as a visitor of the website gets it; with `speak` and `heard_by` it is also used. */
export const session = defineKind({
  description: "Gets a demo session without an API key, as the website does, and may use it.",
  keepsRuns: true,
  options: {
    url: httpAddress("Where sessions are made."),
    origin: httpAddress("The website's origin, from which sessions are anonymous."),
    lifetime_seconds: Type.Integer({ minimum: 1, default: 600 }),
    speak: Type.Optional(
      Type.Object(
        {
          url: httpAddress("The synthesis endpoint."),
          model: Type.String({ minLength: 1 }),
          voice: Type.String({ minLength: 1 }),
          heard_by: transcribeBackOptions,
        },
        { description: "Speaks and transcribes with the session.", additionalProperties: false },
      ),
    ),
  },
  clips: ["/speak/heard_by"],
  limits: {
    "/speak/heard_by/max_word_error_ratio": { measure: "heard_word_error_ratio", unit: "words" },
    "/speak/heard_by/max_character_error_ratio": {
      measure: "heard_character_error_ratio",
      unit: "characters",
    },
  },
  measures: TRANSCRIBE_BACK_MEASURES,
  async run({ url, origin, lifetime_seconds, speak }, context) {
    const answer = await exchange(
      { url, method: "POST", headers: { origin: new URL(origin).origin } },
      context,
    );
    expectStatus(answer, 201);
    const token = sessionToken(answer, lifetime_seconds);
    const { phases, what } = answer;
    if (speak === undefined) return { result: "ok", phases };

    const input = sentenceToSpeak(context);
    const speech = await synthesize({ ...speak, input, credential: token }, context);
    const visitor = { ...context, apiKey: token };
    const heard = await transcribeBack(speech.file, input, speak.heard_by, visitor);
    const found = { phases, measures: heard.measures, texts: heard.texts };
    if (heard.verdict === "understood") return { result: "ok", message: heard.message, ...found };
    throw new CheckFailure("transcript_mismatch", `${what}: ${heard.message}`, found);
  },
});

function sessionToken(answer: Answer, lifetimeSeconds: number): string {
  const token = textField(answer, "token");
  const expiresInSeconds = jsonObject(answer)["expires_in"];
  const expiresAtMs = Date.parse(textField(answer, "expires_at"));
  const remainingSeconds = (expiresAtMs - Date.now()) / 1000;
  if (!token.startsWith("st_")) throw badSession(answer, "the token does not begin with st_");
  if (!TOKEN.test(token)) throw badSession(answer, "the token has characters that no header takes");
  if (expiresInSeconds !== lifetimeSeconds) {
    throw badSession(answer, `expires_in is ${shown(expiresInSeconds)}`);
  }
  // Negated, since a comparison with NaN is false, and an unreadable time has to fail.
  if (!(Math.abs(remainingSeconds - lifetimeSeconds) <= CLOCK_TOLERANCE_SECONDS)) {
    throw badSession(answer, `expires_at is ${remainingSeconds.toFixed(0)} s away`);
  }
  return token;
}

function badSession(answer: Answer, detail: string): CheckFailure {
  return new CheckFailure("bad_session", badBody(answer, detail).message, {
    phases: answer.phases,
  });
}
