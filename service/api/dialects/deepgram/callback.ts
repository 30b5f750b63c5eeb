import type { FastifyRequest } from "fastify";
import { JSON_TYPE } from "#runtime/content-types.ts";
import { accountOf } from "../../../access/guard.ts";
import {
  deepgram,
  type DeepgramAccepted,
  ListenQuery,
  ListenUrl,
} from "../../../contract/dialects/deepgram.ts";
import { JobFields } from "../../../contract/jobs.ts";
import { read } from "../../../contract/read.ts";
import type { Sent } from "../../../contract/schema.ts";
import type { ModelPool } from "../../../engine/pool/pool.ts";
import { beginJob } from "../../../jobs/begin-job.ts";
import type { Job, JobReceiver, NewJobEntry } from "../../../jobs/job.ts";
import type { JobForm } from "../../../jobs/job-form.ts";
import { checkRecordingUrl } from "../../../speech/recordings/fetch-recording.ts";
import type { ApiServices } from "../../http/services.ts";
import { checkedWebhookUrl } from "../../http/webhook-url.ts";
import { promptTextOf } from "../shared/vendor-fields.ts";
import { storeBody } from "../shared/stored-recording.ts";
import { withContainer } from "./recording-format.ts";
import { transcriptionOf } from "./transcript.ts";

type Query = Sent<typeof ListenQuery>;

/** The name by which jobs keep this form. */
export const DEEPGRAM_FORM = "deepgram";

/**
 * Takes a recording in whose transcript is sent to the `callback` of its request: as a job of the account. Throws ApiError for
 * what a request without `callback` is refused for, as far as it is known before the recording is transcribed.
 */
export async function acceptForCallback(
  callback: string,
  query: Query,
  model: ModelPool,
  request: FastifyRequest,
  services: ApiServices,
): Promise<Sent<typeof DeepgramAccepted>> {
  const { jobs, onJob, receipts, recordingUrls, webhookUrls } = services;
  const { accountId, keyId, limits } = accountOf(request);
  const webhook: JobReceiver = {
    url: checkedWebhookUrl(callback, "callback", webhookUrls),
    method: query.callback_method === "put" ? "PUT" : "POST",
    secret: query.callback_secret,
  };
  const isNamed = request.body !== undefined && request.body !== null;
  const url = isNamed ? read(ListenUrl, request.body).url : undefined;
  if (url !== undefined) checkRecordingUrl(url, "url", recordingUrls);
  await using sent = isNamed ? undefined : await storeBody(request, receipts);
  // Samples without a sample rate are refused now.
  if (sent !== undefined) await withContainer(sent, query);
  const entry: Omit<NewJobEntry, "bytes"> = {
    keyId,
    fields: read(JobFields, {
      model: model.id,
      channels: query.multichannel ? "separate" : "mixed",
      smart_format: query.smart_format || query.numerals,
      prompt: promptTextOf(query.keyterm, query.keywords),
    }),
    foreign: {
      form: DEEPGRAM_FORM,
      // Address and secret are kept encrypted, with the addresses of the job.
      parameters: {
        requestId: request.id,
        query: { ...query, callback: undefined, callback_secret: undefined },
      },
    },
    addresses: { url, webhook },
  };
  await beginJob(jobs, accountId, entry, limits.unfinishedJobs, sent);
  onJob();
  return { request_id: request.id };
}

/** Returns the form of a job whose transcript is sent to the `callback` of a request. */
export function deepgramForm({ foreign, keyId, createdAt }: Job): JobForm {
  const { requestId, query: sent } = (foreign?.parameters ?? {}) as {
    readonly requestId: string;
    readonly query: unknown;
  };
  const query = read(ListenQuery, sent);
  return {
    withSpeakers: query.diarize,
    channelsField: "multichannel",
    readable: (recording) => withContainer(recording, query),
    written(channels, { model, sha256 }) {
      const origin = { requestId, sha256, createdAt, model };
      const transcription = transcriptionOf(channels, origin, query);
      return {
        contentType: JSON_TYPE,
        text: JSON.stringify(transcription),
      };
    },
    failure: (error) => deepgram.errorBody(error, requestId),
    headers: { "dg-token": keyId },
  };
}
