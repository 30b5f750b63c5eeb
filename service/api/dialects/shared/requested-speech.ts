import type { FastifyReply, FastifyRequest } from "fastify";
import { allowanceOf, principalOf } from "../../../access/guard.ts";
import { read } from "../../../contract/read.ts";
import { SpeechRequestBody } from "../../../contract/speech.ts";
import type { AudioFormatName } from "../../../engine/audio/encoding/audio-formats.ts";
import type { SpokenWord } from "../../../engine/model/model.ts";
import type { ModelPool } from "../../../engine/pool/pool.ts";
import { speechSources } from "../../../speech/speak.ts";
import {
  findSpeechModel,
  parseSpeechRequest,
  type SentSpeechRequest,
} from "../../../speech/speech-request.ts";
import { endOfWork } from "../../http/end-of-work.ts";
import { makeSpeech, type MadeSpeech } from "../../http/made-speech.ts";
import type { ApiServices } from "../../http/services.ts";
import { renamed } from "./vendor-fields.ts";
import { voiceFor } from "./stand-ins.ts";

/** A speech request from a client of a dialect. */
interface RequestedSpeech {
  readonly vendor: Parameters<typeof voiceFor>[0];
  /** One of the service's own names; undefined for the default model. */
  readonly model: string | undefined;
  /** Any name of the voice; undefined for the model's first voice. */
  readonly voice: string | undefined;
  readonly text: string;
  readonly format: AudioFormatName;
  readonly sampleRate: number;
  readonly speed: number;
  /** Undefined where the dialect has no such field, or the request none. */
  readonly seed?: number | undefined;
  /** Receives the times of the spoken words, if the model reports them. */
  readonly spoken?: (words: readonly SpokenWord[]) => void;
}

/** Speech whose synthesis has begun, with its voice and model. */
interface SpokenAnswer {
  readonly made: MadeSpeech;
  readonly voice: string;
  readonly model: ModelPool;
}

/**
 * Synthesizes speech for a client of a dialect, up to the first piece; `names` maps the service's fields to the vendor's names.
 */
export async function speakRequest(
  { vendor, text, format, sampleRate, speed, seed, spoken, ...requested }: RequestedSpeech,
  names: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: ApiServices,
): Promise<SpokenAnswer> {
  const startedAtMs = performance.now();
  try {
    const model = findSpeechModel({ model: requested.model }, services.engine);
    const voice = voiceFor(vendor, requested.voice ?? model.voices[0]?.name ?? "", model);
    const output = { response_format: format, sample_rate: sampleRate, speed };
    const fields = read(SpeechRequestBody, {
      input: text,
      voice,
      ...output,
      ...(seed !== undefined && { seed }),
    });
    // Values read from a schema are never modified.
    const sent = { fields, referenceFile: undefined } as SentSpeechRequest;
    const speech = parseSpeechRequest(sent, model);
    const sources = speechSources(principalOf(request), services);
    const signal = endOfWork(reply, services.drain);
    const allowance = allowanceOf(request);
    const work = { speech, model, sources, allowance, startedAtMs, spoken };
    return { made: await makeSpeech(work, reply, services, signal), voice, model };
  } catch (error) {
    throw renamed(error, names);
  }
}
