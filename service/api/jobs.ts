import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AddressPolicy } from "#runtime/public-url.ts";
import { accountOf } from "../access/guard.ts";
import { ApiError } from "../contract/errors.ts";
import { jobOperations as operations, NewJob } from "../contract/jobs.ts";
import { read, readTexts } from "../contract/read.ts";
import type { Sent } from "../contract/schema.ts";
import { beginJob } from "../jobs/begin-job.ts";
import { jobJson } from "../jobs/job-body.ts";
import type { NewJobEntry } from "../jobs/job.ts";
import { checkRecordingUrl } from "../speech/recordings/fetch-recording.ts";
import { requestedTranscription } from "../speech/transcription-request.ts";
import { readFormUpload, type FormUpload, type UploadedFile } from "./http/form-upload.ts";
import { digestOf } from "./http/idempotency-fingerprint.ts";
import { sendAgain } from "./http/idempotency.ts";
import { listBody } from "./http/list-body.ts";
import { FILE_FIELD, RECORDING_FORM } from "./http/recording-form.ts";
import { roomForJob } from "./http/room-for-job.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import { checkedWebhookUrl } from "./http/webhook-url.ts";
import { WARNINGS_HEADER } from "./transcriptions.ts";

type Fields = Sent<typeof NewJob>;

/** Seconds after which a client may ask for a transcript again. */
const ASK_AGAIN_SECONDS = 5;

/** Registers `/v1/jobs`: recordings that are transcribed in the background. */
export async function jobRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const { engine, guard, idempotency, jobs, onJob, receipts, recordingUrls } = services;
  const { smartFormats, webhookUrls } = services;
  await app.register(multipart);
  const route = routesOf(app, guard);

  route(operations.createJob).answer(async (_input, request, reply) => {
    const { accountId, keyId, limits } = accountOf(request);
    await using stack = new AsyncDisposableStack();
    const form = request.isMultipart()
      ? stack.use(await readFormUpload(request, RECORDING_FORM, receipts))
      : undefined;
    const sent = fieldsOf(request, form);
    const { url, webhook_url, webhook_secret, ...fields } = sent;
    const { file } = form ?? {};
    checkSource(file, url, recordingUrls);
    const webhook = webhookOf(webhook_url, webhook_secret, webhookUrls);
    requestedTranscription({ ...fields, stream: false }, engine, smartFormats);
    const repeatable = stack.use(
      await idempotency.begin(request, accountId, async () => ({
        ...sent,
        recording: file && (await digestOf(file.read())),
      })),
    );
    if (repeatable.answer !== undefined) return sendAgain(reply, repeatable.answer);
    const entry = { keyId, fields, addresses: { url, webhook } };
    const job = await beginJob(
      jobs,
      accountId,
      entry,
      limits.unfinishedJobs,
      file,
      (transaction, begun) => repeatable.keep({ status: 201, body: jobJson(begun) }, transaction),
    );
    onJob();
    return jobJson(job);
  }, roomForJob(services));

  route(operations.listJobs).answer(async ({ query }, request) =>
    listBody(await jobs.list(accountOf(request).accountId, query), jobJson),
  );

  route(operations.readJob).answer(async ({ params }, request) =>
    jobJson(await jobs.find(accountOf(request).accountId, params.id)),
  );

  route(operations.readJobTranscript).answer(async ({ params }, request, reply) => {
    const { id, status, error, warnings } = await jobs.find(
      accountOf(request).accountId,
      params.id,
    );
    const transcript = status === "succeeded" ? await jobs.transcript(id) : undefined;
    if (transcript === undefined) throw noTranscript(error);
    if (warnings.length > 0) void reply.header(WARNINGS_HEADER, warnings.join(","));
    return reply.type(transcript.contentType).send(transcript.text);
  });

  route(operations.deleteJob).answer(async ({ params: { id } }, request) => {
    await jobs.remove(accountOf(request).accountId, id);
    return { id, object: "job.deleted", deleted: true };
  });
}

function fieldsOf(request: FastifyRequest, form: FormUpload | undefined): Fields {
  const fields = form === undefined ? read(NewJob, request.body) : readTexts(NewJob, form.fields);
  // Values read from a schema are never modified.
  return fields as Fields;
}

/** Throws ApiError unless there is one recording: a file, or an address from which it is fetched. */
function checkSource(
  file: UploadedFile | undefined,
  url: string | undefined,
  policy: AddressPolicy,
): void {
  if (file !== undefined && url !== undefined) {
    throw new ApiError("conflicting_fields", `url cannot be combined with ${FILE_FIELD}.`, "url");
  }
  if (url !== undefined) return checkRecordingUrl(url, "url", policy);
  if (file !== undefined) return;
  throw new ApiError(
    "missing_file",
    `Send the recording as the field ${FILE_FIELD} of a multipart/form-data request, or its address as url.`,
    FILE_FIELD,
  );
}

function webhookOf(
  url: string | undefined,
  secret: string | undefined,
  policy: AddressPolicy,
): NewJobEntry["addresses"]["webhook"] {
  if (url === undefined) {
    if (secret === undefined) return undefined;
    throw invalid("webhook_url", "is missing; webhook_secret needs it");
  }
  if (secret === undefined) throw invalid("webhook_secret", "is missing; webhook_url needs it");
  return { url: checkedWebhookUrl(url, "webhook_url", policy), secret };
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError("invalid_request", `${field} ${problem}.`, field);
}

/** Creates the error for a job without a transcript: because of its error, or because it has not ended. */
function noTranscript(error: ApiError | undefined): ApiError {
  return error === undefined
    ? new ApiError("no_transcript", "The job has not ended.", null, {
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      })
    : new ApiError("no_transcript", `The job failed (${error.code}): ${error.message}`);
}
