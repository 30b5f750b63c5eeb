import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import type { InTransaction } from "../accounts/account-entries.ts";
import type { Job, NewJobEntry } from "./job.ts";
import type { JobStore } from "./job-store.ts";

/**
 * Adds a job of an account that may have `limit` unfinished ones, stores its recording and lets it begin; nothing of it stays
 * where that fails. `also` runs in the transaction that lets it begin.
 */
export async function beginJob(
  jobs: JobStore,
  accountId: string,
  entry: Omit<NewJobEntry, "bytes">,
  limit: number,
  recording: Recording | undefined,
  also: (transaction: InTransaction, job: Job) => Promise<void> = async () => {},
): Promise<Job> {
  const { id } = await jobs.add(accountId, { ...entry, bytes: recording?.bytes ?? 0 }, limit);
  try {
    if (recording !== undefined) await jobs.storeRecording(id, recording.read());
    return await jobs.open(id, also);
  } catch (error) {
    await jobs.discard(id).catch(() => undefined);
    throw error;
  }
}
