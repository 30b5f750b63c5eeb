import type { JobBody, JobWebhook } from "../contract/jobs.ts";
import type { Sent } from "../contract/schema.ts";
import { warningBodies } from "../speech/warnings.ts";
import type { Job } from "./job.ts";

/** Returns a job as clients see it. */
export function jobJson(job: Job): Sent<typeof JobBody> {
  const { durationSeconds, transcribedSeconds, warnings } = job;
  return {
    object: "job",
    id: job.id,
    status: job.status,
    model: job.fields.model,
    response_format: job.fields.response_format,
    progress: job.status === "succeeded" ? 1 : shareOf(transcribedSeconds, durationSeconds),
    duration_seconds: durationSeconds ?? null,
    ...(warnings.length > 0 && { warnings: warningBodies(warnings) }),
    error: job.error?.body ?? null,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
    expires_at: job.expiresAt?.toISOString() ?? null,
  };
}

/** Returns the body of the webhook of a job that has ended. */
export function webhookJson(job: Job): Sent<typeof JobWebhook> {
  return {
    type: job.status === "succeeded" ? "job.succeeded" : "job.failed",
    timestamp: (job.endedAt ?? job.createdAt).toISOString(),
    data: jobJson(job),
  };
}

/** Returns the transcribed share in hundredths, which is 0 while the length of the recording is not known. */
function shareOf(transcribedSeconds: number, durationSeconds = 0): number {
  if (durationSeconds === 0) return 0;
  return Math.floor(Math.min(transcribedSeconds / durationSeconds, 1) * 100) / 100;
}
