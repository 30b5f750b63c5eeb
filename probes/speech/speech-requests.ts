import { FormData } from "undici";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { expectStatus, textField } from "../network/answer.ts";
import { type Answer, BODY_LIMITS, exchange } from "../network/exchange.ts";
import { WavError } from "#monitor/domain/wav-header.ts";
import { parseWav, type WavAudio } from "./wav.ts";

/** A speech endpoint, with the API key or session token to send. */
interface Endpoint {
  readonly url: string;
  readonly model: string;
  readonly credential: string;
}

/** Has a WAV file transcribed; throws a `CheckFailure` when there is no transcript. */
export async function transcribe(
  { url, model, credential, audio }: Endpoint & { readonly audio: Uint8Array<ArrayBuffer> },
  access: CheckAccess,
): Promise<{ text: string; answer: Answer }> {
  const body = new FormData();
  body.set("model", model);
  body.set("response_format", "json");
  body.set("file", new Blob([audio], { type: "audio/wav" }), "clip.wav");
  const headers = { authorization: `Bearer ${credential}` };
  const answer = await exchange({ url, method: "POST", headers, body }, access);
  expectStatus(answer, 200);
  return { text: textField(answer, "text"), answer };
}

/** Has a text spoken; returns the WAV file as received and its samples. Throws a `CheckFailure` when there is no audio. */
export async function synthesize(
  {
    url,
    model,
    credential,
    voice,
    input,
  }: Endpoint & { readonly voice: string; readonly input: string },
  access: CheckAccess,
): Promise<{ file: Uint8Array<ArrayBuffer>; audio: WavAudio; answer: Answer }> {
  const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" };
  const body = JSON.stringify({ model, voice, input, response_format: "wav" });
  const request = { url, method: "POST", headers, body, maxBytes: BODY_LIMITS.audio } as const;
  const answer = await exchange(request, access);
  expectStatus(answer, 200);
  const { what, phases } = answer;
  if (answer.isTooLong) {
    const message = `${what}: more than ${BODY_LIMITS.audio} bytes of audio`;
    throw new CheckFailure("implausible_duration", message, { phases });
  }
  const file = new Uint8Array(answer.body);
  access.trace.received = file;
  try {
    return { file, answer, audio: parseWav(file) };
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw new CheckFailure("undecodable_audio", `${what}: ${error.message}`, { phases });
  }
}
