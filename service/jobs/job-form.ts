import type { ApiError } from "../contract/errors.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import type { StoredRecording } from "../speech/recordings/stored-recording.ts";
import type { Transcript } from "../speech/transcribe.ts";
import type { Job, JobTranscript } from "./job.ts";

/** The source of a transcript. */
export interface JobOrigin {
  readonly model: ModelPool;
  /** Digest of the recording as it was sent, in hexadecimal. */
  readonly sha256: string;
}

/** The form of another vendor's API for one job. */
export interface JobForm {
  readonly withSpeakers: boolean;
  /** The vendor's name of the field that asks for separate channels. */
  readonly channelsField: string;
  /** Returns a recording as it can be decoded: with a container, if it came without one. */
  readable(recording: StoredRecording): Promise<Recording>;
  /** Writes the transcripts of the channels that were heard. */
  written(channels: readonly Transcript[], origin: JobOrigin): JobTranscript;
  /** Returns the body that says why there is no transcript. */
  failure(error: ApiError): object;
  /** Headers that the vendor adds to what it sends. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The forms of other vendors' APIs, by the name that jobs keep. */
export type JobForms = Readonly<Record<string, (job: Job) => JobForm>>;

/** Returns the form of a job; undefined for one of the service's own API. */
export function formOf(job: Job, forms: JobForms): JobForm | undefined {
  if (job.foreign === undefined) return undefined;
  const form = forms[job.foreign.form];
  if (form === undefined) throw new Error(`there is no form ${job.foreign.form}`);
  return form(job);
}
