import type { FastifyInstance, FastifyRequest } from "fastify";
import { principalOf } from "../../../access/guard.ts";
import {
  DEEPGRAM_ONLY,
  deepgramOperations,
  ListenUrl,
  RAW_ENCODINGS,
  type ListenQuery,
} from "../../../contract/dialects/deepgram.ts";
import { ApiError } from "../../../contract/errors.ts";
import { read } from "../../../contract/read.ts";
import type { Sent } from "../../../contract/schema.ts";
import type { Recording } from "../../../engine/audio/decoding/open-audio.ts";
import type { SampleEncoding } from "../../../engine/audio/sample-decoder.ts";
import { isWav } from "../../../engine/audio/containers.ts";
import { WAV_MARK_BYTES } from "../../../engine/audio/wav-reader.ts";
import { fetchRecording } from "../../../speech/recordings/fetch-recording.ts";
import type { StoredRecording } from "../../../speech/recordings/stored-recording.ts";
import { checkWordTimes } from "../../../speech/transcription-request.ts";
import { together } from "../../../speech/channel-formats.ts";
import { wholeTranscript } from "../../../speech/transcribe.ts";
import { warningsOf } from "../../../speech/warnings.ts";
import { endOfWork } from "../../http/end-of-work.ts";
import { hearChannels, hearRecording, roomForFile } from "../../http/heard-recording.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";
import { checkLanguage, noSpeakers, promptOf, refuseAsked } from "../shared/asked.ts";
import { transcriberFor } from "../shared/stand-ins.ts";
import { asWav, storeBody } from "../shared/stored-recording.ts";
import { metadataOf, resultsOf, type TranscriptShape } from "./transcript.ts";

type Query = Sent<typeof ListenQuery>;

export const SAMPLE_ENCODINGS: Readonly<Record<(typeof RAW_ENCODINGS)[number], SampleEncoding>> = {
  linear16: "s16le",
  linear32: "f32le",
  mulaw: "mulaw",
  alaw: "alaw",
};

/** Registers `POST /v1/listen`, which transcribes a recording that is sent as the body or named by its URL. */
export async function listenRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const { drain, engine, guard, receipts, recordingUrls } = services;
  // Every body that is not JSON is the recording.
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  const route = routesOf(app, guard);

  route(deepgramOperations.deepgramListen).answer(async ({ query }, request, reply) => {
    const createdAt = new Date();
    const signal = endOfWork(reply, drain);
    const sent = request.query as Readonly<Record<string, string | string[] | undefined>>;
    refuseAsked(DEEPGRAM_ONLY, (name) => sent[name]);
    checkLanguage(query.language, "language");
    const model = transcriberFor("deepgram", query.model, engine);
    checkWordTimes(model, "model");
    if (query.diarize && !model.can("speakers")) throw noSpeakers(model, "diarize");
    await using stored = await recordingOf(request, signal);
    const asked = {
      model,
      recording: await withContainer(stored, query),
      prompt: promptOf(query.keyterm, query.keywords),
      withSpeakers: query.diarize,
      withFigures: query.smart_format || query.numerals,
    };
    const channels = query.multichannel
      ? await hearChannels(asked, "multichannel", request, services, signal)
      : [
          await wholeTranscript(
            hearRecording({ ...asked, isStreamed: false }, request, services, signal),
          ),
        ];
    const seconds = Math.max(...channels.map(({ durationSeconds }) => durationSeconds));
    const { sha256 } = stored;
    const origin = { requestId: request.id, sha256, createdAt, model };
    void reply.header("dg-request-id", request.id);
    return {
      metadata: {
        ...metadataOf(origin, seconds, channels.length),
        ...warningsOf(together(channels)),
      },
      results: resultsOf(channels, shapeOf(query)),
    };
  }, roomForFile(engine));

  function recordingOf(request: FastifyRequest, signal: AbortSignal): Promise<StoredRecording> {
    if (request.body === undefined || request.body === null) return storeBody(request, receipts);
    const { url } = read(ListenUrl, request.body);
    return fetchRecording(url, "url", principalOf(request), recordingUrls, signal);
  }
}

function shapeOf(query: Query): TranscriptShape {
  const { punctuate, smart_format, paragraphs, diarize, utterances, utt_split } = query;
  return {
    isPunctuated: punctuate || smart_format || paragraphs,
    withParagraphs: paragraphs || smart_format,
    withSpeakers: diarize,
    utteranceSeconds: utterances ? utt_split : undefined,
    saysLanguage: query.detect_language,
  };
}

/** Returns raw samples as a WAV file; a recording with a container is returned as it is. */
async function withContainer(stored: StoredRecording, query: Query): Promise<Recording> {
  const encoding = RAW_ENCODINGS.find((name) => name === query.encoding);
  if (encoding === undefined || (await beginsAsWav(stored))) return stored;
  const { sample_rate: sampleRate, channels } = query;
  if (sampleRate === undefined) throw noSampleRate(encoding);
  return asWav(stored, { encoding: SAMPLE_ENCODINGS[encoding], sampleRate, channels });
}

/** Creates the error for raw samples without a sample rate. */
export function noSampleRate(encoding: string): ApiError {
  const message = `sample_rate is missing; encoding ${encoding} needs it.`;
  return new ApiError("invalid_request", message, "sample_rate");
}

async function beginsAsWav(recording: Recording): Promise<boolean> {
  for await (const piece of recording.read()) {
    return piece.length >= WAV_MARK_BYTES && isWav(piece);
  }
  return false;
}
