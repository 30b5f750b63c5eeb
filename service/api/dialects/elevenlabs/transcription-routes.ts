import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { principalOf } from "../../../access/guard.ts";
import {
  ELEVENLABS_ONLY,
  elevenlabsOperations,
  SpeechToTextFields,
} from "../../../contract/dialects/elevenlabs.ts";
import { ApiError } from "../../../contract/errors.ts";
import { readTexts } from "../../../contract/read.ts";
import { fetchRecording } from "../../../speech/recordings/fetch-recording.ts";
import { checkWordTimes } from "../../../speech/transcription-request.ts";
import { wholeTranscript } from "../../../speech/transcribe.ts";
import { endOfWork } from "../../http/end-of-work.ts";
import { readFormUpload } from "../../http/form-upload.ts";
import { hearRecording, roomForFile } from "../../http/heard-recording.ts";
import { FILE_FIELD, RECORDING_FORM } from "../../http/recording-form.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";
import {
  checkLanguage,
  noSpeakers,
  promptOf,
  refuseUnsupportedFields,
} from "../shared/vendor-fields.ts";
import { transcriberFor } from "../shared/stand-ins.ts";
import { asWav } from "../shared/stored-recording.ts";
import { transcriptionOf } from "./transcript.ts";

/** Format of `pcm_s16le_16`. */
const PCM = { encoding: "s16le", sampleRate: 16_000, channels: 1 } as const;

/** Registers `POST /v1/speech-to-text`, which transcribes a recording that is sent as a file or named by its URL. */
export async function transcriptionRoutes(
  app: FastifyInstance,
  services: ApiServices,
): Promise<void> {
  const { drain, engine, guard, receipts, recordingUrls } = services;
  // A body that is not a form is accepted here, to be refused with missing_file.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await app.register(multipart);

  const route = routesOf(app, guard);

  route(elevenlabsOperations.elevenlabsTranscribe).answer(async (_input, request, reply) => {
    const signal = endOfWork(reply, drain);
    if (!request.isMultipart()) throw missingFile();
    await using stack = new AsyncDisposableStack();
    const form = stack.use(await readFormUpload(request, RECORDING_FORM, receipts));
    const fields = readTexts(SpeechToTextFields, form.fields);
    refuseUnsupportedFields(ELEVENLABS_ONLY, (name) => form.fields.get(name));
    checkLanguage(fields.language_code, "language_code");
    const { timestamps_granularity: granularity, diarize, file_format } = fields;
    if (granularity === "character") throw noCharacters();
    const model = transcriberFor("elevenlabs", fields.model_id, engine, "model_id");
    if (granularity === "word") checkWordTimes(model, "timestamps_granularity");
    if (diarize && !model.can("speakers")) throw noSpeakers(model, "diarize");
    const address = fields.cloud_storage_url ?? fields.source_url;
    const field = fields.cloud_storage_url === undefined ? "source_url" : "cloud_storage_url";
    const fetched =
      form.file === undefined && address !== undefined
        ? stack.use(
            await fetchRecording(address, field, principalOf(request), recordingUrls, signal),
          )
        : undefined;
    const sent = form.file ?? fetched;
    if (sent === undefined) throw missingFile();
    const requested = {
      model,
      recording: file_format === "pcm_s16le_16" ? asWav(sent, PCM) : sent,
      prompt: promptOf(fields.keyterms),
      withSpeakers: diarize,
      withFigures: false,
      isStreamed: false,
    };
    const transcript = await wholeTranscript(hearRecording(requested, request, services, signal));
    const shape = { withTimes: granularity === "word", withSpeakers: diarize };
    return transcriptionOf(transcript, request.id, shape);
  }, roomForFile(engine));
}

function missingFile(): ApiError {
  return new ApiError(
    "missing_file",
    `Send the recording as the field ${FILE_FIELD} of a multipart/form-data request, or its address as cloud_storage_url.`,
    FILE_FIELD,
  );
}

function noCharacters(): ApiError {
  const message =
    "timestamps_granularity has to be none or word; there are no times of characters.";
  return new ApiError("unsupported_field", message, "timestamps_granularity");
}
