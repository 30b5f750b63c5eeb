import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { endOfWork } from "./http/end-of-work.ts";
import { readFormUpload } from "./http/form-upload.ts";
import { hearChannels, hearRecording, roomForFile } from "./http/heard-recording.ts";
import { FILE_FIELD, RECORDING_FORM } from "./http/recording-form.ts";
import { sendEvents } from "./http/send-events.ts";
import { ApiError } from "../contract/errors.ts";
import { together, writtenChannels } from "../speech/channel-formats.ts";
import { wholeTranscript } from "../speech/transcribe.ts";
import { transcriptEvents, TRANSCRIPT_FORMATS } from "../speech/transcript-formats.ts";
import { readTexts } from "../contract/read.ts";
import { TranscriptionFields, transcriptionOperations } from "../contract/transcriptions.ts";
import { requestedTranscription } from "../speech/transcription-request.ts";
import { warningsOf, WARNINGS_MESSAGE } from "../speech/warnings.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";

/** Header with the codes of a transcript's warnings, in any format. */
export const WARNINGS_HEADER = "x-warnings";

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
    await using form = await readFormUpload(request, RECORDING_FORM, receipts);
    const { file } = form;
    if (file === undefined) throw missingFile();
    const { model, format, isStreamed, isSeparate, prompt, withSpeakers, withFigures, ...options } =
      requestedTranscription(readTexts(TranscriptionFields, form.fields), engine, smartFormats);
    const heard = { model, recording: file, prompt, withSpeakers, withFigures };
    const services = { engine, metrics };
    const warn = (doubts: Parameters<typeof warningsOf>[0]) => {
      const codes = warningsOf(doubts).warnings?.map(({ code }) => code) ?? [];
      if (codes.length === 0) return;
      void reply.header(WARNINGS_HEADER, codes.join(","));
      request.log.info({ warnings: codes }, WARNINGS_MESSAGE);
    };
    if (isSeparate) {
      const channels = await hearChannels(heard, "channels", request, services, signal);
      warn(together(channels));
      const { contentType, text } = writtenChannels(channels, format, options);
      return reply.type(contentType).send(text);
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
