import type { JobFields, JobStatus } from "../contract/jobs.ts";
import type { ApiError } from "../contract/errors.ts";
import type { Sent } from "../contract/schema.ts";
import type { WarningCode } from "../contract/transcriptions.ts";

/** A request of another vendor's API, in whose form the transcript of a job is written and sent. */
export interface ForeignRequest {
  /** A name in `JobForms`. */
  readonly form: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A transcription that is done in the background. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  /** The key that created it. */
  readonly keyId: string;
  readonly status: JobStatus;
  readonly fields: Sent<typeof JobFields>;
  /** Undefined for a job of the service's own API. */
  readonly foreign: ForeignRequest | undefined;
  readonly transcribedSeconds: number;
  /** Duration of the whole recording; undefined until it is measured. */
  readonly durationSeconds: number | undefined;
  /** Codes of the transcript's warnings. */
  readonly warnings: readonly WarningCode[];
  /** Why it failed. */
  readonly error: ApiError | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
}

/** Where and how a job says that it has ended. */
export interface JobReceiver {
  readonly url: string;
  readonly method?: "POST" | "PUT" | undefined;
  /** Secret that signs it; undefined where a vendor's request has none. */
  readonly secret?: string | undefined;
}

/** Where a job fetches its recording and sends its webhook. */
export interface JobAddresses {
  /** Undefined where the recording was sent. */
  readonly url?: string | undefined;
  readonly webhook?: JobReceiver | undefined;
}

/** The fields of a new job. */
export interface NewJobEntry {
  readonly keyId: string;
  readonly fields: Sent<typeof JobFields>;
  readonly foreign?: ForeignRequest;
  readonly addresses: JobAddresses;
  /** Size of the recording that was sent; 0 for one that is fetched. */
  readonly bytes: number;
}

/** The right of this process to work at a job, until its lease ends. */
export interface JobClaim {
  readonly id: string;
  readonly claim: string;
}

/** A job that this process works at. */
export interface TakenJob extends Job, JobClaim {
  /** How often its work was begun, this time included. */
  readonly attempts: number;
  /** Undefined if they can no longer be decrypted, because their secret is gone. */
  readonly addresses: JobAddresses | undefined;
}

/** How far the work of a job is. */
export interface JobProgress {
  transcribedSeconds: number;
  durationSeconds: number | undefined;
}

/** The transcript of a job, as it is sent. */
export interface JobTranscript {
  readonly contentType: string;
  readonly text: string;
}

/** How the work of a job ended. */
export type JobEnd =
  | {
      readonly status: "succeeded";
      readonly transcript: JobTranscript;
      readonly warnings: readonly WarningCode[];
      readonly durationSeconds: number;
    }
  | { readonly status: "failed"; readonly error: ApiError };

/** A webhook that this process is to send. */
export interface DueWebhook {
  readonly job: Job;
  /** How often it was tried, this time included. */
  readonly attempts: number;
  /** Undefined if it can no longer be decrypted. */
  readonly webhook: JobReceiver | undefined;
}

/** Numbers of waiting and stored jobs, of all accounts. */
export interface JobStanding {
  readonly queued: number;
  readonly running: number;
  /** Seconds that the oldest waiting job has waited for; 0 where none waits. */
  readonly oldestSeconds: number;
  /** Total size of the stored recordings. */
  readonly bytes: number;
}
