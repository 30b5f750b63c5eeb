import { expectStatus } from "../network/answer.ts";
import { type Answer, exchange } from "../network/exchange.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { parseWav, type WavAudio, WavError } from "./wav.ts";

/** What is asked of a synthesis endpoint. */
export interface SynthesisRequest {
  readonly url: string;
  readonly model: string;
  readonly voice: string;
  readonly input: string;
  /** An API key or a session token. */
  readonly credential: string;
}

/** Speech that came back: the WAV file as it was sent, and what it holds. */
export interface Speech {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly audio: WavAudio;
  readonly answer: Answer;
}

/** Has a text spoken as WAV; throws a `CheckFailure` when there is no audio. */
export async function synthesize(request: SynthesisRequest, access: CheckAccess): Promise<Speech> {
  const { url, credential, model, voice, input } = request;
  const answer = await exchange(
    {
      url,
      method: "POST",
      headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
      body: JSON.stringify({ model, voice, input, response_format: "wav" }),
    },
    access,
  );
  expectStatus(answer, 200);
  const file = new Uint8Array(answer.body);
  access.trace.received = file;
  return { file, answer, audio: decode(file, answer) };
}

function decode(file: Uint8Array, answer: Answer): WavAudio {
  try {
    return parseWav(file);
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw new CheckFailure("undecodable_audio", `${answer.what}: ${error.message}`, {
      phases: answer.phases,
    });
  }
}
