import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "../contract/limits.ts";
import { endOfWork } from "./http/end-of-work.ts";
import { readFormUpload, type FormRules } from "./http/form-upload.ts";
import { hearChannels, hearRecording, roomForFile } from "./http/heard-recording.ts";
import { sendEvents } from "./http/send-events.ts";
import { ApiError } from "../contract/errors.ts";
import { CHANNEL_FORMATS, isChannelFormat, together } from "../speech/channel-formats.ts";
import { wholeTranscript } from "../speech/transcribe.ts";
import { transcriptEvents, TRANSCRIPT_FORMATS } from "../speech/transcript-formats.ts";
import { readTexts } from "../contract/read.ts";
import { TranscriptionFields, transcriptionOperations } from "../contract/transcriptions.ts";
import {
  checkSpeakers,
  checkWordTimes,
  findTranscriptionModel,
  parseTranscriptionRequest,
} from "../speech/transcription-request.ts";
import { warningsOf, WARNINGS_MESSAGE } from "../speech/warnings.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";

/** Header with the codes of a transcript's warnings, in any format. */
const WARNINGS_HEADER = "x-warnings";
const FILE_FIELD = "file";
const FORM: FormRules = {
  fileFields: [FILE_FIELD],
  mostFileBytes: LIMITS.uploadBytes,
  takesText: false,
  mostTextBytes: LIMITS.bodyBytes,
  tooLarge,
};

/** Registers `POST /v1/audio/transcriptions`, which transcribes a recording. */
export async function transcriptionRoutes(
  app: FastifyInstance,
  { drain, engine, guard, metrics, receipts, smartFormats }: ApiServices,
): Promise<void> {
  // A body that is not a form is accepted here, to be refused with missing_file.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await app.register(multipart);

  const route = routesOf(app, guard);

  route(transcriptionOperations.createTranscription).answer(async (_input, request, reply) => {
    const signal = endOfWork(reply, drain);
    if (!request.isMultipart()) throw missingFile();
    await using form = await readFormUpload(request, FORM, receipts);
    const { file } = form;
    if (file === undefined) throw missingFile();
    const {
      model: named,
      format,
      isStreamed,
      isSeparate,
      prompt,
      withSpeakers,
      withFigures,
      ...options
    } = parseTranscriptionRequest(readTexts(TranscriptionFields, form.fields), {
      models: engine.namesOf("transcription"),
      smartFormats,
    });
    const model = findTranscriptionModel(named, engine);
    if (options.withWords) checkWordTimes(model, "timestamp_granularities");
    if (withSpeakers) checkSpeakers(model, "response_format");
    const heard = { model, recording: file, prompt, withSpeakers, withFigures };
    const services = { engine, metrics };
    const warn = (doubts: Parameters<typeof warningsOf>[0]) => {
      const codes = warningsOf(doubts).warnings?.map(({ code }) => code) ?? [];
      if (codes.length === 0) return;
      void reply.header(WARNINGS_HEADER, codes.join(","));
      request.log.info({ warnings: codes }, WARNINGS_MESSAGE);
    };
    if (isSeparate && isChannelFormat(format)) {
      const channels = await hearChannels(heard, "channels", request, services, signal);
      warn(together(channels));
      const body = JSON.stringify(CHANNEL_FORMATS[format](channels, options));
      return reply.type(TRANSCRIPT_FORMATS[format].contentType).send(body);
    }
    const sentences = hearRecording({ ...heard, isStreamed }, request, services, signal);
    if (isStreamed) {
      // The upload stays on disk until the response has ended.
      const events = transcriptEvents(sentences);
      await sendEvents(request, reply, events, signal);
      return reply;
    }
    const transcript = await wholeTranscript(sentences);
    const { contentType, render } = TRANSCRIPT_FORMATS[format];
    warn(transcript);
    return reply.type(contentType).send(render(transcript, options));
  }, roomForFile(engine));
}

function missingFile(): ApiError {
  return new ApiError(
    "missing_file",
    `Send the recording as the field ${FILE_FIELD} of a multipart/form-data request.`,
    FILE_FIELD,
  );
}

function tooLarge(): ApiError {
  return new ApiError("file_too_large", undefined, FILE_FIELD);
}
