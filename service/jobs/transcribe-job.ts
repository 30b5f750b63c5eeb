import type { AddressPolicy } from "#runtime/public-url.ts";
import type { KeyPrincipal } from "../access/authenticate.ts";
import type { KeyCheck } from "../access/key-check.ts";
import type { Quota } from "../access/quota/quota.ts";
import { ApiError } from "../contract/errors.ts";
import type { TranscriptFormatName } from "../contract/transcriptions.ts";
import { MAX_SEPARATE_CHANNELS } from "../engine/audio/channels.ts";
import type { Engine } from "../engine/engine.ts";
import { together, writtenChannels } from "../speech/channel-formats.ts";
import { channelTranscripts, type HeardChannel } from "../speech/channel-transcripts.ts";
import { fetchRecording } from "../speech/recordings/fetch-recording.ts";
import { storePieces, type StoredRecording } from "../speech/recordings/stored-recording.ts";
import { transcribeSentences, wholeTranscript, type Transcript } from "../speech/transcribe.ts";
import { TRANSCRIPT_FORMATS } from "../speech/transcript-formats.ts";
import {
  requestedTranscription,
  type RequestedTranscription,
} from "../speech/transcription-request.ts";
import { warningsOf } from "../speech/warnings.ts";
import { formOf, type JobForm, type JobForms, type JobOrigin } from "./job-form.ts";
import type { JobEnd, JobProgress, JobTranscript, TakenJob } from "./job.ts";
import type { JobStore } from "./job-store.ts";

/** Dependencies of the work of jobs. */
export interface JobServices {
  readonly jobs: JobStore;
  readonly engine: Engine;
  readonly keyCheck: Pick<KeyCheck, "checkId">;
  readonly quota: Quota;
  readonly smartFormats: readonly TranscriptFormatName[];
  readonly recordingUrls: AddressPolicy;
  readonly forms: JobForms;
  /** Counts seconds of audio that were transcribed. */
  readonly onAudio: (seconds: number) => void;
}

/** The account has deleted the job. */
export class JobDeleted extends Error {
  override readonly name = "JobDeleted";
}

interface JobWork {
  readonly progress: JobProgress;
  /** Aborted with JobDeleted when the job was deleted. */
  readonly signal: AbortSignal;
  /** Ends the job with its transcript; resolves with false where it is no longer this process's. */
  readonly end: (end: JobEnd) => Promise<boolean>;
}

/**
 * Transcribes the recording of a job and ends it. Charges what a request for the same would be charged: all of it once, nothing
 * for work that failed or was ended with its process, and of a job that was deleted what was transcribed until then. Rejects
 * with ApiError, AudioError, QuotaExceeded, EngineError, or the signal's reason.
 */
export async function transcribeJob(
  job: TakenJob,
  services: JobServices,
  { progress, signal, end }: JobWork,
): Promise<void> {
  const { engine, quota, smartFormats, forms, onAudio } = services;
  const key = await keyOf(job, services);
  const form = formOf(job, forms);
  const fields = requestedTranscription({ ...job.fields, stream: false }, engine, smartFormats);
  const requested = form === undefined ? fields : { ...fields, withSpeakers: form.withSpeakers };
  const allowance = quota.allowance(key, "transcription");
  let heardSeconds = 0;
  try {
    await allowance.begin();
    await using stored = await recordingOf(job, key, services, signal);
    const recording = form === undefined ? stored : await form.readable(stored);
    const hear = ({ secondsBefore, ...channel }: Partial<HeardChannel>) => {
      const transcription = {
        ...requested,
        recording,
        decoder: engine.decoder,
        allowance,
        ...channel,
        isAnonymous: false,
        isInBackground: true,
        onProgress(seconds: number, wholeSeconds: number) {
          heardSeconds = (secondsBefore ?? 0) + seconds;
          // How many channels there are is known at the end.
          progress.transcribedSeconds =
            heardSeconds / (secondsBefore === undefined ? 1 : MAX_SEPARATE_CHANNELS);
          progress.durationSeconds = wholeSeconds;
        },
      };
      return transcribeSentences(transcription, signal);
    };
    const channels = requested.isSeparate
      ? await channelTranscripts(hear, allowance, form?.channelsField ?? "channels")
      : [await wholeTranscript(hear({}))];
    const isEnded = await end({
      status: "succeeded",
      transcript: writtenAs(form, requested, channels, stored),
      warnings: warningsOf(together(channels)).warnings?.map(({ code }) => code) ?? [],
      durationSeconds: Math.max(...channels.map(({ durationSeconds }) => durationSeconds)),
    });
    if (!isEnded) allowance.use(undefined);
  } catch (error) {
    if (!(signal.reason instanceof JobDeleted)) allowance.use(undefined);
    throw error;
  } finally {
    allowance.close();
    onAudio(heardSeconds);
  }
}

/** Returns the transcript as it is sent: in the form of a vendor's API, or in the format that the job asks for. */
function writtenAs(
  form: JobForm | undefined,
  requested: RequestedTranscription,
  channels: readonly Transcript[],
  { sha256 }: Pick<JobOrigin, "sha256">,
): JobTranscript {
  if (form !== undefined) return form.written(channels, { model: requested.model, sha256 });
  const [first] = channels;
  if (requested.isSeparate || first === undefined) {
    return writtenChannels(channels, requested.format, requested);
  }
  const { contentType, render } = TRANSCRIPT_FORMATS[requested.format];
  return { contentType, text: render(first, requested) };
}

async function keyOf({ keyId }: TakenJob, { keyCheck }: JobServices): Promise<KeyPrincipal> {
  const key = await keyCheck.checkId(keyId);
  if (key === undefined) {
    throw new ApiError("invalid_api_key", "The API key that created the job was revoked.");
  }
  return { kind: "key", keyId, accountId: key.accountId, limits: key.limits };
}

function recordingOf(
  { id, addresses }: TakenJob,
  key: KeyPrincipal,
  { jobs, recordingUrls }: JobServices,
  signal: AbortSignal,
): Promise<StoredRecording> {
  if (addresses === undefined) throw new Error("a job is encrypted with another ENCRYPTION_KEY");
  const { url } = addresses;
  return url === undefined
    ? storePieces(jobs.recording(id))
    : fetchRecording(url, "url", key, recordingUrls, signal);
}
