import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Selectable } from "kysely";
import { inSeconds } from "#database/database-time.ts";
import type { JobTable, ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountEntries, type InTransaction, type NewRow } from "../accounts/account-entries.ts";
import type { Encryption } from "#runtime/encryption.ts";
import { holdAccount } from "../accounts/hold-account.ts";
import { reaching } from "../accounts/store-unavailable.ts";
import { ApiError, type ErrorName } from "../contract/errors.ts";
import { JobFields } from "../contract/jobs.ts";
import { LIMITS } from "../contract/limits.ts";
import { read } from "../contract/read.ts";
import type { WarningCode } from "../contract/transcriptions.ts";
import { inPieces } from "./in-pieces.ts";
import type {
  DueWebhook,
  ForeignRequest,
  Job,
  JobAddresses,
  JobClaim,
  JobEnd,
  JobProgress,
  JobStanding,
  JobTranscript,
  NewJobEntry,
  TakenJob,
} from "./job.ts";

type Db = Kysely<ServiceDatabase>;
type Row = Selectable<JobTable>;

/** How often a replica looks for jobs, and for webhooks of jobs, that others have taken in, or left. */
export const LOOK_EVERY_MS = 2_000;
/** Lease of a job, which its process extends; a job whose process died is taken again after that. */
export const LEASE_SECONDS = 20;
/** Time for storing a recording that has arrived; after that its process has died. */
const STORING_SECONDS = 600;
/** Lease of a webhook; longer than any attempt takes. */
const WEBHOOK_LEASE_SECONDS = 60;
/** Webhooks that a process sends at once. */
const WEBHOOKS_AT_ONCE = 8;
const PIECE_BYTES = 256 * 1024;
/** Pieces of recordings that are deleted at once: the embedded database does nothing else meanwhile. */
const PIECES_AT_ONCE = 16;

/** The jobs of accounts: what they are, whose turn it is, their recordings and transcripts. */
export class JobStore extends AccountEntries<"jobs", Job, NewJobEntry> {
  readonly #encryption: Encryption;
  readonly #maxBytes: number;

  /** `maxBytes` is the maximum size of all stored recordings together. */
  constructor(db: Db, encryption: Encryption, maxBytes: number) {
    super(db, "jobs");
    this.#encryption = encryption;
    this.#maxBytes = maxBytes;
  }

  protected rows(db: Db, accountId: string) {
    return db
      .selectFrom("jobs")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("status", "<>", "arriving");
  }

  protected override counted(db: Db, accountId: string) {
    return db
      .selectFrom("jobs")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("status", "in", ["arriving", "queued", "running"]);
  }

  protected hold(transaction: InTransaction, accountId: string): Promise<unknown> {
    return holdAccount(transaction, accountId);
  }

  protected override async check(db: InTransaction, accountId: string, { bytes }: NewJobEntry) {
    const { own, all } = await db
      .selectFrom("jobs")
      .select([
        sql<number>`coalesce(sum(bytes) filter (where account_id = ${accountId}), 0)::bigint`.as(
          "own",
        ),
        sql<number>`coalesce(sum(bytes), 0)::bigint`.as("all"),
      ])
      .where("bytes", ">", 0)
      .executeTakeFirstOrThrow();
    if (own + bytes > LIMITS.jobs.bytes) throw new ApiError("job_limit_reached");
    if (bytes === 0 || all + bytes <= this.#maxBytes) return;
    throw new ApiError(
      "server_busy",
      "The service holds as many recordings of waiting jobs as it has room for; try again.",
    );
  }

  /** Adds a job whose recording arrives; `open` lets it begin. */
  protected insert(db: InTransaction, stamps: NewRow, entry: NewJobEntry) {
    const { updated_at: _never, ...own } = stamps;
    const { keyId, fields, foreign, addresses, bytes } = entry;
    return db
      .insertInto("jobs")
      .values({
        ...own,
        key_id: keyId,
        status: "arriving",
        fields: JSON.stringify({ ...fields, foreign }),
        addresses: this.#encryption.encrypt(JSON.stringify(addresses), own.id),
        bytes,
        attempts: 0,
        transcribed_seconds: 0,
        warnings: "[]",
        expires_at: inSeconds(STORING_SECONDS),
        webhook_attempts: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  protected item(row: Row): Job {
    const { error } = row;
    return {
      id: row.id,
      accountId: row.account_id,
      keyId: row.key_id,
      status: row.status === "arriving" ? "queued" : row.status,
      fields: read(JobFields, row.fields),
      foreign: row.fields["foreign"] as ForeignRequest | undefined,
      transcribedSeconds: row.transcribed_seconds,
      durationSeconds: row.duration_seconds ?? undefined,
      warnings: row.warnings as readonly WarningCode[],
      error: error ? new ApiError(error.name as ErrorName, error.message, error.param) : undefined,
      createdAt: row.created_at,
      startedAt: row.started_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
      expiresAt: row.expires_at ?? undefined,
    };
  }

  /** Stores the recording of a job that was added. */
  async storeRecording(id: string, recording: AsyncIterable<Uint8Array>): Promise<void> {
    let position = 0;
    for await (const content of inPieces(recording, PIECE_BYTES)) {
      const piece = { job_id: id, position, content };
      await reaching("jobs", this.db.insertInto("job_recordings").values(piece).execute());
      position += 1;
    }
  }

  /** Lets a job begin that was added and whose recording is stored; `also` runs in the same transaction. */
  open(id: string, also: (transaction: InTransaction, job: Job) => Promise<void>): Promise<Job> {
    const opened = this.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable("jobs")
        .set({ status: "queued", due_at: sql<Date>`now()`, expires_at: null })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const job = this.item(row);
      await also(transaction, job);
      return job;
    });
    return reaching("jobs", opened);
  }

  /** Deletes a job that could not be opened. */
  async discard(id: string): Promise<void> {
    await this.db.deleteFrom("jobs").where("id", "=", id).execute();
  }

  /** Reads the recording of a job. */
  async *recording(id: string): AsyncGenerator<Uint8Array, void, undefined> {
    for (let position = 0; ; position += 1) {
      const piece = await this.db
        .selectFrom("job_recordings")
        .select("content")
        .where("job_id", "=", id)
        .where("position", "=", position)
        .executeTakeFirst();
      if (piece === undefined) return;
      yield piece.content;
    }
  }

  /** Returns the transcript of a job; undefined where there is none. */
  transcript(id: string): Promise<JobTranscript | undefined> {
    const found = this.db
      .selectFrom("job_transcripts")
      .select(["content_type as contentType", "content as text"])
      .where("job_id", "=", id)
      .executeTakeFirst();
    return reaching("jobs", found);
  }

  /** Takes the next job for this process: of the account whose last job began longest ago, the oldest. */
  async take(): Promise<TakenJob | undefined> {
    const claim = randomUUID();
    const row = await this.db
      .updateTable("jobs")
      .set((build) => ({
        status: "running",
        claim,
        attempts: build("attempts", "+", 1),
        started_at: sql<Date>`coalesce(started_at, now())`,
        due_at: inSeconds(LEASE_SECONDS),
      }))
      .where("id", "=", (from) =>
        from
          .selectFrom("jobs as next")
          .select("next.id")
          .where("next.due_at", "<=", sql<Date>`now()`)
          .orderBy(
            sql`(select max(begun.started_at) from jobs begun where begun.account_id = next.account_id)`,
            (order) => order.asc().nullsFirst(),
          )
          .orderBy("next.created_at")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      ...this.item(row),
      claim,
      attempts: row.attempts,
      addresses: this.#addressesOf(row),
    };
  }

  /** Extends the lease and notes the progress; returns whether the job is still this process's, and if not, why. */
  async goOn(
    claim: JobClaim,
    { transcribedSeconds, durationSeconds = null }: ProgressRow,
  ): Promise<"held" | "lost" | "deleted"> {
    const { numUpdatedRows } = await held(this.db, claim)
      .set({
        transcribed_seconds: transcribedSeconds,
        duration_seconds: durationSeconds,
        due_at: inSeconds(LEASE_SECONDS),
      })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return "held";
    const row = await this.db
      .selectFrom("jobs")
      .select("id")
      .where("id", "=", claim.id)
      .executeTakeFirst();
    return row === undefined ? "deleted" : "lost";
  }

  /** Gives a job back, to be taken again after some seconds; `isCounted` says whether this time counts as an attempt. */
  async giveBack(claim: JobClaim, waitSeconds: number, isCounted: boolean): Promise<void> {
    await held(this.db, claim)
      .set((build) => ({
        status: "queued",
        claim: null,
        due_at: inSeconds(waitSeconds),
        attempts: build("attempts", "-", isCounted ? 0 : 1),
      }))
      .execute();
  }

  /**
   * Ends a job, once; returns false, and changes nothing, if it is no longer this process's. Its recording is left for
   * `dropRecording`.
   */
  end(job: TakenJob, end: JobEnd): Promise<boolean> {
    return this.db.transaction().execute(async (transaction) => {
      const webhook = job.addresses?.webhook;
      const addresses = this.#encryption.encrypt(JSON.stringify({ webhook }), job.id);
      const { numUpdatedRows } = await held(transaction, job)
        .set({
          status: end.status,
          claim: null,
          due_at: null,
          addresses,
          bytes: 0,
          ended_at: sql<Date>`now()`,
          expires_at: inSeconds(LIMITS.jobs.keptSeconds),
          webhook_due_at: webhook === undefined ? null : sql<Date>`now()`,
          ...(end.status === "failed"
            ? { error: JSON.stringify(failureOf(end.error)) }
            : {
                warnings: JSON.stringify(end.warnings),
                transcribed_seconds: end.durationSeconds,
                duration_seconds: end.durationSeconds,
              }),
        })
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      if (end.status === "succeeded") {
        const { contentType, text } = end.transcript;
        await transaction
          .insertInto("job_transcripts")
          .values({ job_id: job.id, content_type: contentType, content: text })
          .execute();
      }
      return true;
    });
  }

  /** Takes webhooks that are due; no other process does until `settleWebhook` is called, or the lease ends. */
  async takeWebhooks(): Promise<readonly DueWebhook[]> {
    const rows = await this.db
      .updateTable("jobs")
      .set((build) => ({
        webhook_attempts: build("webhook_attempts", "+", 1),
        webhook_due_at: inSeconds(WEBHOOK_LEASE_SECONDS),
      }))
      .where("id", "in", (from) =>
        from
          .selectFrom("jobs")
          .select("id")
          .where("webhook_due_at", "<=", sql<Date>`now()`)
          .orderBy("webhook_due_at")
          .limit(WEBHOOKS_AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
    return rows.map((row) => ({
      job: this.item(row),
      attempts: row.webhook_attempts,
      webhook: this.#addressesOf(row)?.webhook,
    }));
  }

  /** Notes that a webhook is done with, or is to be tried again after some seconds. */
  async settleWebhook(id: string, retryInSeconds: number | undefined): Promise<void> {
    const due = retryInSeconds === undefined ? null : inSeconds(retryInSeconds);
    await this.db.updateTable("jobs").set({ webhook_due_at: due }).where("id", "=", id).execute();
  }

  /** Lets jobs be taken at once whose process has ended: all that run, where this process alone has the database. */
  async freeAll(): Promise<void> {
    await this.db
      .updateTable("jobs")
      .set({ due_at: sql<Date>`now()` })
      .where("status", "=", "running")
      .execute();
  }

  /** Deletes a job, whether it waits, runs or has ended; throws ApiError (unknown_job). */
  override async remove(accountId: string, id: string): Promise<void> {
    await this.find(accountId, id);
    await reaching("jobs", this.dropRecording(id));
    await super.remove(accountId, id);
  }

  /** Deletes the recording of a job, a few pieces at a time. */
  async dropRecording(id: string): Promise<void> {
    for (;;) {
      const { numDeletedRows } = await this.db
        .deleteFrom("job_recordings")
        .where("job_id", "=", id)
        .where("position", "in", (from) =>
          from
            .selectFrom("job_recordings as some")
            .select("some.position")
            .where("some.job_id", "=", id)
            .limit(PIECES_AT_ONCE),
        )
        .executeTakeFirstOrThrow();
      if (numDeletedRows < PIECES_AT_ONCE) return;
    }
  }

  /** Deletes jobs that have been kept long enough, and recordings of which the process died that stored or used them. */
  async sweep(): Promise<void> {
    const left = await this.db
      .selectFrom("jobs")
      .select("id")
      .where(sql<boolean>`expires_at <= now() or status in ('succeeded', 'failed')`)
      .where(sql<boolean>`exists (select 1 from job_recordings where job_id = jobs.id)`)
      .execute();
    for (const { id } of left) await this.dropRecording(id);
    await this.db
      .deleteFrom("jobs")
      .where("expires_at", "<=", sql<Date>`now()`)
      .execute();
  }

  /** Gives the room of what was deleted back, which an embedded database does not do by itself. */
  async tidyEmbedded(): Promise<void> {
    await sql`vacuum jobs, job_recordings, job_transcripts`.execute(this.db);
    // Nothing else shortens its log.
    await sql`checkpoint`.execute(this.db);
  }

  async standing(): Promise<JobStanding> {
    return this.db
      .selectFrom("jobs")
      .select([
        sql<number>`count(*) filter (where status = 'queued')`.as("queued"),
        sql<number>`count(*) filter (where status = 'running')`.as("running"),
        sql<number>`coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::float8`.as(
          "oldestSeconds",
        ),
        sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes"),
      ])
      .where("status", "in", ["arriving", "queued", "running"])
      .executeTakeFirstOrThrow();
  }

  #addressesOf({ id, addresses }: Row): JobAddresses | undefined {
    const text = this.#encryption.decrypt(addresses, id)?.text;
    return text === undefined ? undefined : (JSON.parse(text) as JobAddresses);
  }
}

interface ProgressRow extends Omit<Readonly<JobProgress>, "durationSeconds"> {
  readonly durationSeconds?: number | null | undefined;
}

function held(db: Db, { id, claim }: JobClaim) {
  return db.updateTable("jobs").where("id", "=", id).where("claim", "=", claim);
}

function failureOf({ errorName: name, message, param }: ApiError) {
  return { name, message, param };
}
