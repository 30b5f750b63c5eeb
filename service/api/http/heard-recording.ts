import type { FastifyRequest } from "fastify";
import { isAnonymous } from "../../access/authenticate.ts";
import { allowanceOf, principalOf, type RequestHook } from "../../access/guard.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Allowance } from "../../access/quota/allowance.ts";
import type { ReadChannel } from "../../engine/audio/channels.ts";
import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { channelTranscripts, type HeardChannel } from "../../speech/channel-transcripts.ts";
import type { Prompt } from "../../speech/prompt.ts";
import {
  transcribeSentences,
  type TranscribedSentences,
  type Transcript,
} from "../../speech/transcribe.ts";
import { ClientGone } from "./end-of-work.ts";
import type { ServiceMetrics } from "./metrics.ts";
import type { ApiServices } from "./services.ts";

/** A recording to transcribe for a request. */
interface RequestedTranscription {
  readonly model: ModelPool;
  readonly recording: Recording;
  readonly prompt: Prompt;
  readonly withSpeakers: boolean;
  /** Whether numbers are written as figures. */
  readonly withFigures: boolean;
  /** Whether the client receives each sentence at once; otherwise it receives all of them or nothing. */
  readonly isStreamed: boolean;
}

/** Returns a hook that refuses a recording, before it is sent, if the model could not take it now. */
export function roomForFile(engine: Engine): RequestHook {
  return async (request) =>
    engine.defaultOf("transcription")?.checkRoomForFile(isAnonymous(principalOf(request)));
}

/** Yields the sentences of a request's recording, like `transcribeSentences`, and counts the transcribed audio. */
export function hearRecording(
  requested: RequestedTranscription,
  request: FastifyRequest,
  services: Pick<ApiServices, "engine" | "metrics">,
  signal: AbortSignal,
): AsyncGenerator<TranscribedSentences> {
  return hear(requested, allowanceOf(request), request, services, signal);
}

/**
 * Returns the transcript of each channel of a request's recording, which are heard one after the other and counted together.
 * Rejects as `transcribeSentences` throws, and with ApiError for `field` where the channels are too many.
 */
export function hearChannels(
  requested: Omit<RequestedTranscription, "isStreamed">,
  field: string,
  request: FastifyRequest,
  services: Pick<ApiServices, "engine" | "metrics">,
  signal: AbortSignal,
): Promise<readonly Transcript[]> {
  const hearOne = ({ channel, allowance }: HeardChannel) =>
    hear({ ...requested, channel, isStreamed: false }, allowance, request, services, signal);
  return channelTranscripts(hearOne, allowanceOf(request), field);
}

function hear(
  { isStreamed, ...requested }: RequestedTranscription & { readonly channel?: ReadChannel },
  allowance: Allowance,
  request: FastifyRequest,
  { engine, metrics }: Pick<ApiServices, "engine" | "metrics">,
  signal: AbortSignal,
): AsyncGenerator<TranscribedSentences> {
  const transcription = {
    ...requested,
    decoder: engine.decoder,
    allowance,
    isAnonymous: isAnonymous(principalOf(request)),
  };
  const sentences = transcribeSentences(transcription, signal);
  return counted(sentences, { allowance, metrics, isStreamed, signal });
}

interface Counting {
  readonly allowance: Allowance;
  readonly metrics: ServiceMetrics;
  readonly isStreamed: boolean;
  /** Aborted with ClientGone when the client leaves. */
  readonly signal: AbortSignal;
}

/** Counts the transcribed audio: all of it if the client disconnects, only what the client has received if it fails. */
async function* counted(
  sentences: AsyncIterable<TranscribedSentences>,
  { allowance, metrics, isStreamed, signal }: Counting,
): AsyncGenerator<TranscribedSentences> {
  let seconds: number | undefined;
  try {
    for await (const part of sentences) {
      seconds = part.transcribedSeconds;
      yield part;
    }
  } catch (error) {
    if (!(signal.reason instanceof ClientGone)) allowance.use(isStreamed ? seconds : undefined);
    throw error;
  } finally {
    metrics.audio("transcription", seconds ?? 0);
  }
}
