import type { FastifyInstance, FastifyRequest } from "fastify";
import { principalOf, type RequestHook } from "../../../access/guard.ts";
import {
  DEEPGRAM_ONLY,
  deepgramOperations,
  ListenUrl,
} from "../../../contract/dialects/deepgram.ts";
import { read } from "../../../contract/read.ts";
import { fetchRecording } from "../../../speech/recordings/fetch-recording.ts";
import type { StoredRecording } from "../../../speech/recordings/stored-recording.ts";
import { checkWordTimes } from "../../../speech/transcription-request.ts";
import { wholeTranscript } from "../../../speech/transcribe.ts";
import { endOfWork } from "../../http/end-of-work.ts";
import { hearChannels, hearRecording, roomForFile } from "../../http/heard-recording.ts";
import { roomForJob } from "../../http/room-for-job.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";
import {
  checkLanguage,
  noSpeakers,
  promptOf,
  refuseUnsupportedFields,
} from "../shared/vendor-fields.ts";
import { transcriberFor } from "../shared/stand-ins.ts";
import { storeBody } from "../shared/stored-recording.ts";
import { acceptForCallback } from "./callback.ts";
import { withContainer } from "./recording-format.ts";
import { transcriptionOf } from "./transcript.ts";

/** Registers `POST /v1/listen`, which transcribes a recording that is sent as the body or named by its URL. */
export async function listenRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const { drain, engine, guard, receipts, recordingUrls } = services;
  // Every body that is not JSON is the recording.
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  const route = routesOf(app, guard);
  const roomFor = { file: roomForFile(engine), job: roomForJob(services) };
  const roomForRecording: RequestHook = (request, reply) => {
    const { callback = "" } = request.query as { readonly callback?: unknown };
    return roomFor[callback === "" ? "file" : "job"](request, reply);
  };

  route(deepgramOperations.deepgramListen).answer(async ({ query }, request, reply) => {
    const createdAt = new Date();
    const signal = endOfWork(reply, drain);
    const sent = request.query as Readonly<Record<string, string | string[] | undefined>>;
    refuseUnsupportedFields(DEEPGRAM_ONLY, (name) => sent[name]);
    checkLanguage(query.language, "language");
    const model = transcriberFor("deepgram", query.model, engine);
    checkWordTimes(model, "model");
    if (query.diarize && !model.can("speakers")) throw noSpeakers(model, "diarize");
    void reply.header("dg-request-id", request.id);
    const callback = query.callback?.trim() ?? "";
    if (callback !== "") return acceptForCallback(callback, query, model, request, services);
    await using stored = await recordingOf(request, signal);
    const requested = {
      model,
      recording: await withContainer(stored, query),
      prompt: promptOf(query.keyterm, query.keywords),
      withSpeakers: query.diarize,
      withFigures: query.smart_format || query.numerals,
    };
    const channels = query.multichannel
      ? await hearChannels(requested, "multichannel", request, services, signal)
      : [
          await wholeTranscript(
            hearRecording({ ...requested, isStreamed: false }, request, services, signal),
          ),
        ];
    const { sha256 } = stored;
    const origin = { requestId: request.id, sha256, createdAt, model };
    return transcriptionOf(channels, origin, query);
  }, roomForRecording);

  function recordingOf(request: FastifyRequest, signal: AbortSignal): Promise<StoredRecording> {
    if (request.body === undefined || request.body === null) return storeBody(request, receipts);
    const { url } = read(ListenUrl, request.body);
    return fetchRecording(url, "url", principalOf(request), recordingUrls, signal);
  }
}
