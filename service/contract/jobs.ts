import { Type } from "typebox";
import { ErrorBodySchema } from "./error-body.ts";
import { LIMITS } from "./limits.ts";
import { deleted, listOf, PageQuery } from "./lists.ts";
import { json, type Operation } from "./operation.ts";
import { choice, Timestamp } from "./schema.ts";
import {
  RecordingOfForm,
  transcriptionOperations,
  TranscriptionFields,
  TRANSCRIPT_FORMAT_NAMES,
  Warnings,
} from "./transcriptions.ts";

const TAG = "Jobs";
const { bytes, keptSeconds, addressCharacters } = LIMITS.jobs;
const HOURS = keptSeconds / 3600;

export const JOB_STATUSES = ["queued", "running", "succeeded", "failed"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const { stream: _atOnce, ...fields } = TranscriptionFields.properties;

/** The fields of a transcription that a job does. */
export const JobFields = Type.Object(fields);

/** The secret that a webhook is signed with. */
export const WEBHOOK_SECRET = {
  pattern: "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
  "x-takes": "whsec_ and 24 to 64 bytes in base64",
} as const;

const addresses = {
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: addressCharacters,
      description:
        "The address of the recording, in place of a file: https, in the public network. It is fetched when the job begins.",
    }),
  ),
  webhook_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: addressCharacters,
      description:
        "Where the job is sent once it has ended: https, in the public network. Needs webhook_secret.",
    }),
  ),
  webhook_secret: Type.Optional(
    Type.String({
      ...WEBHOOK_SECRET,
      description:
        "What the webhook is signed with, according to Standard Webhooks: whsec_ and 24 to 64 bytes in base64.",
    }),
  ),
};

/** The body of a new job; a form may have the recording as well. */
export const NewJob = Type.Object({ ...fields, ...addresses });

const { timestamp_granularities: granularities, ...texts } = fields;
const JobForm = Type.Object({
  file: Type.Optional(RecordingOfForm),
  ...texts,
  "timestamp_granularities[]": granularities,
  ...addresses,
});

export const JobBody = Type.Object({
  object: Type.Literal("job"),
  id: Type.String({ pattern: "^job_" }),
  status: choice(JOB_STATUSES),
  model: Type.String(),
  response_format: choice(TRANSCRIPT_FORMAT_NAMES),
  progress: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The share of the recording that is transcribed.",
  }),
  duration_seconds: Type.Union([Type.Number(), Type.Null()], {
    description: "Of the recording; null until it is known.",
  }),
  warnings: Type.Optional(Warnings),
  error: Type.Union([ErrorBodySchema, Type.Null()], { description: "Why the job failed." }),
  created_at: Timestamp,
  started_at: Type.Union([Timestamp, Type.Null()]),
  ended_at: Type.Union([Timestamp, Type.Null()]),
  expires_at: Type.Union([Timestamp, Type.Null()], {
    description: `When the job is deleted with its transcript, ${HOURS} hours after its end.`,
  }),
});

export const JobWebhook = Type.Object({
  type: choice(["job.succeeded", "job.failed"]),
  timestamp: Timestamp,
  data: JobBody,
});

const JobList = listOf(JobBody);
const JobDeleted = deleted("job");
const pathParameters = { id: Type.String({ description: "The id of a job." }) };
const { "text/event-stream": _events, ...content } =
  transcriptionOperations.createTranscription.answer.content;

export const jobSchemas = { Job: JobBody, JobWebhook };

const one = {
  tag: TAG,
  access: "account",
  counted: { collection: "jobs" },
  pathParameters,
} as const;

export const jobOperations = {
  createJob: {
    method: "post",
    path: "/v1/jobs",
    tag: TAG,
    summary: "Create a job",
    description: `Takes a recording, as a file or by its address, with the fields of a transcription. The recording is kept until the job ends; the recordings of an account's unfinished jobs take at most ${bytes / 1024 / 1024} MB. The job goes on after a restart of the service.`,
    access: "account",
    counted: { activity: "transcription" },
    isRepeatable: true,
    body: { "multipart/form-data": JobForm, "application/json": NewJob },
    answer: json("The job, which waits.", JobBody, 201),
    errors: [
      "missing_file",
      "conflicting_fields",
      "model_not_found",
      "unsupported_field",
      "file_too_large",
      "job_limit_reached",
      "model_loading",
      "server_busy",
      "store_unavailable",
    ],
  },
  listJobs: {
    method: "get",
    path: "/v1/jobs",
    tag: TAG,
    summary: "List jobs",
    access: "account",
    counted: { collection: "jobs" },
    query: PageQuery,
    answer: json("A page of the list.", JobList),
    errors: ["store_unavailable"],
  },
  readJob: {
    method: "get",
    path: "/v1/jobs/{id}",
    ...one,
    summary: "Read a job",
    answer: json("The job.", JobBody),
    errors: ["unknown_job", "store_unavailable"],
  },
  readJobTranscript: {
    method: "get",
    path: "/v1/jobs/{id}/transcript",
    ...one,
    summary: "Read the transcript of a job",
    answer: {
      ...transcriptionOperations.createTranscription.answer,
      description: "The transcript in the response_format of the job.",
      content,
    },
    errors: ["unknown_job", "no_transcript", "store_unavailable"],
  },
  deleteJob: {
    method: "delete",
    path: "/v1/jobs/{id}",
    ...one,
    summary: "Cancel or delete a job",
    description:
      "Ends the job if it waits or runs, and deletes it with its recording and its transcript. No webhook is sent.",
    answer: json("The job is gone.", JobDeleted),
    errors: ["unknown_job", "store_unavailable"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
