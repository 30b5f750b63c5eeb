import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Counter } from "prom-client";
import { isDatabaseAway } from "#database/database-away.ts";
import { NotReachedYet } from "#database/open-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import { ANSWER_TIMEOUT_MS } from "./archive.ts";
import { type HistoryRows, readHistory } from "#monitor/store/history.ts";
import { readRevision } from "#monitor/store/revision.ts";
import { maintenanceTurns } from "#monitor/domain/maintenance.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";

export interface LiveState {
  /** Undefined until a prober has set the page up. */
  readonly snapshot: Snapshot | undefined;
  /** Since when (epoch milliseconds) the database does not answer, so that the snapshot is the last known one. */
  readonly databaseAwaySinceMs: number | undefined;
}

interface LiveSnapshotOptions {
  readonly db: Kysely<StatusDatabase>;
  /** Called with every new state, the first one included. */
  readonly onChange: (state: LiveState) => void;
  /** Counts reads that fail though the database answers; the last snapshot stays in use. */
  readonly readErrors: Counter;
  readonly logger: FastifyBaseLogger;
  readonly nowMs: () => number;
}

/** How often the snapshot is rebuilt at least: figures move with the clock even when there is nothing new. */
const REBUILD_MS = 10_000;

const POLL_MS = 1_000;

/** Polls the database's revision and passes a snapshot of each to `onChange`; disposing the result stops it. */
export async function followDatabase(options: LiveSnapshotOptions): Promise<AsyncDisposable> {
  const poll = revisionPoll(options);
  const stopping = new AbortController();
  await poll();
  const polling = (async () => {
    const { signal } = stopping;
    while (await sleep(POLL_MS, true, { signal }).catch(() => false)) await poll();
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await polling;
    },
  };
}

/** Returns the function that is polled: it checks the revision, reads what is new and passes on what changed. */
function revisionPoll(options: LiveSnapshotOptions): () => Promise<void> {
  const { db, onChange, readErrors, logger, nowMs } = options;
  let rows: HistoryRows | undefined;
  let state: LiveState | undefined;
  let builtAtMs = 0;

  const publish = (next: LiveState): void => {
    state = next;
    onChange(next);
  };

  return async () => {
    const wasAway = state?.databaseAwaySinceMs !== undefined;
    const read = await readWhatIsNew(db, rows, nowMs()).catch((error: unknown) => ({ error }));
    if ("error" in read) {
      if (!isDatabaseAway(read.error)) {
        if (wasAway) {
          logger.info("the database is back");
          publish({ snapshot: state?.snapshot, databaseAwaySinceMs: undefined });
        }
        readErrors.inc();
        logger.error(
          { err: read.error },
          "the history cannot be read; the last snapshot goes on being served",
        );
      } else if (!wasAway) {
        // Already logged where the database was opened.
        if (!(read.error instanceof NotReachedYet)) {
          const reason = read.error instanceof Error ? read.error.message : String(read.error);
          logger.warn({ reason }, "the database is away; the last snapshot goes on being served");
        }
        publish({ snapshot: state?.snapshot, databaseAwaySinceMs: nowMs() });
      }
      return;
    }
    if (wasAway && rows !== undefined) logger.info("the database is back");
    const isNew = read.rows !== rows;
    rows = read.rows;
    const presentMs = nowMs();
    // A maintenance begins and ends on time even while no prober is running.
    const turns = maintenanceTurns(rows.maintenances, builtAtMs, presentMs);
    // The absolute difference, since a clock may also be set back.
    const isOld = Math.abs(presentMs - builtAtMs) >= REBUILD_MS;
    if (isNew || wasAway || turns || isOld) {
      builtAtMs = presentMs;
      publish({ snapshot: buildSnapshot(rows, builtAtMs), databaseAwaySinceMs: undefined });
    }
  };
}

/** Returns `known` while the revision is the same, or else the current rows. */
async function readWhatIsNew(
  db: Kysely<StatusDatabase>,
  known: HistoryRows | undefined,
  nowMs: number,
): Promise<{ rows: HistoryRows }> {
  const revision = await within(ANSWER_TIMEOUT_MS, readRevision(db));
  if (revision.number === known?.revision) return { rows: known };
  return { rows: await within(ANSWER_TIMEOUT_MS, readHistory(db, nowMs, known)) };
}
