import { expectStatus } from "../network/answer.ts";
import { type Answer, exchange } from "../network/exchange.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { type AudioQuality, measureAudio } from "./audio-quality.ts";
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
  readonly quality: AudioQuality;
  readonly answer: Answer;
}

const MIN_LEVEL_DBFS = -45;
const MAX_CLIPPED_RATIO = 0.001;
const MAX_GAP_SECONDS = 1;
const MIN_CHARACTERS_PER_SECOND = 4;
const MAX_CHARACTERS_PER_SECOND = 35;

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
  const audio = decode(file, answer);
  return { file, audio, answer, quality: measureAudio(audio.samples, audio.sampleRateHz) };
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

/** What is audibly wrong with speech, without understanding it; null when nothing is. */
export function faultOf(
  { audio, quality }: Speech,
  input: string,
  expectedSampleRateHz: number,
): Pick<CheckFailure, "reason" | "message"> | null {
  const { durationSeconds, levelDbfs, clippedRatio, longestGapSeconds } = quality;
  const pace = input.length / durationSeconds;
  if (audio.sampleRateHz !== expectedSampleRateHz) {
    const message = `${audio.sampleRateHz} Hz instead of ${expectedSampleRateHz} Hz`;
    return { reason: "wrong_sample_rate", message };
  }
  if (pace < MIN_CHARACTERS_PER_SECOND || pace > MAX_CHARACTERS_PER_SECOND) {
    const message = `${durationSeconds.toFixed(2)} s for ${input.length} characters`;
    return { reason: "implausible_duration", message };
  }
  if (levelDbfs < MIN_LEVEL_DBFS) {
    return { reason: "silent_audio", message: `level ${levelDbfs.toFixed(1)} dBFS` };
  }
  if (clippedRatio > MAX_CLIPPED_RATIO) {
    const message = `${(100 * clippedRatio).toFixed(2)} % of the samples at full scale`;
    return { reason: "clipped_audio", message };
  }
  if (longestGapSeconds > MAX_GAP_SECONDS) {
    return {
      reason: "gap_in_audio",
      message: `silent for ${longestGapSeconds.toFixed(2)} s inside`,
    };
  }
  return null;
}
