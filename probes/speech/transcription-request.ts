import { FormData } from "undici";
import { expectStatus, textField } from "../network/answer.ts";
import { type Answer, exchange } from "../network/exchange.ts";
import type { CheckAccess } from "../check/context.ts";

/** What is sent to a file transcription endpoint. */
export interface TranscriptionRequest {
  readonly url: string;
  readonly model: string;
  /** A WAV file. */
  readonly audio: Uint8Array<ArrayBuffer>;
  /** An API key or a session token. */
  readonly credential: string;
}

/** Has a file transcribed; throws a `CheckFailure` when there is no transcript. */
export async function transcribe(
  request: TranscriptionRequest,
  access: CheckAccess,
): Promise<{ text: string; answer: Answer }> {
  const form = new FormData();
  form.set("model", request.model);
  form.set("response_format", "json");
  form.set("file", new Blob([request.audio], { type: "audio/wav" }), "clip.wav");
  const answer = await exchange(
    {
      url: request.url,
      method: "POST",
      headers: { authorization: `Bearer ${request.credential}` },
      body: form,
    },
    access,
  );
  expectStatus(answer, 200);
  return { text: textField(answer, "text"), answer };
}
