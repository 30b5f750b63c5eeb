import { DAY_MS } from "#units/time.ts";
import path from "node:path";
import { sql } from "kysely";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { ObservationMeasures, ObservationPhases } from "#migrations/status/schema.ts";
import { readConfig } from "#probes/prober-config.ts";
import type { CheckConfiguration } from "#probes/monitor-file/configuration.ts";
import { openMonitorFile } from "#probes/monitor-file/monitor-file.ts";
import { makePartitionsAhead } from "#monitor/store/observation-partitions.ts";
import { insertObservations } from "#monitor/store/observations.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import type { EmptyDatabase } from "../../support/databases/every-database.ts";
import { projectRoot } from "../../support/program.ts";

const RUNS_AT_ONCE = 200;
const PROBER = "5b3a2c1d-0f9e-4d8c-b7a6-958473625140";

/** Measures that a run takes, by the kind of its check. */
const measuresOf: Readonly<Record<string, readonly string[]>> = {
  transcription: ["word_error_ratio", "character_error_ratio", "audio_seconds", "real_time_factor"],
  stream: [
    "word_error_ratio",
    "character_error_ratio",
    "final_transcript_seconds",
    "first_partial_seconds",
    "audio_seconds",
  ],
  synthesis: ["first_audio_seconds", "audio_seconds", "heard_word_error_ratio"],
};

/** Stores a day of the product's own checks; returns bytes on disk for an observation, indexes included. */
export async function observationBytes(empty: EmptyDatabase): Promise<number> {
  const { url, dataDirectory } = empty;
  const { variables } = readConfig({});
  const file = await openMonitorFile(path.join(projectRoot, "monitor.yaml"), variables);
  await using database = await openStatusDatabase({ url, dataDirectory });
  const { db } = database;
  const dayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await makePartitionsAhead(db, dayMs);
  const runs = runsOfDay(file.configuration.checks, dayMs);
  for (let at = 0; at < runs.length; at += RUNS_AT_ONCE) {
    const some = runs.slice(at, at + RUNS_AT_ONCE);
    await db.transaction().execute((transaction) => insertObservations(transaction, some, dayMs));
  }
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(partition)) as bytes
    from (select distinct tableoid as partition from observations) used`.execute(db);
  return Number(rows[0]?.bytes) / runs.length;
}

/** In the order in which they come in. */
function runsOfDay(checks: readonly CheckConfiguration[], dayMs: number): SlotRun[] {
  return checks
    .flatMap((check) =>
      Array.from({ length: DAY_MS / check.periodMs }, (_, slot) =>
        runOf(check, dayMs + slot * check.periodMs),
      ),
    )
    .sort((a, b) => startOf(a) - startOf(b));
}

function runOf(check: CheckConfiguration, slotMs: number): SlotRun {
  const phases: ObservationPhases = {
    dns: anyMs(),
    connect: anyMs(),
    tls: anyMs(),
    first_byte: anyMs(),
    transfer: anyMs(),
  };
  const measures: ObservationMeasures = Object.fromEntries(
    (measuresOf[check.kind] ?? []).map((name) => [name, Math.random()]),
  );
  const attempt = {
    attempt: 1,
    result: "ok",
    reason: null,
    message: null,
    phases,
    measures: { ...measures, tls_expiry_timestamp_seconds: 1_800_000_000 },
    startedAtMs: slotMs + check.offsetMs,
    durationMs: anyMs(),
  } as const;
  const { id: checkId, periodMs } = check;
  return { checkId, periodMs, location: "istanbul", prober: PROBER, slotMs, attempts: [attempt] };
}

function startOf({ attempts, slotMs }: SlotRun): number {
  return attempts[0]?.startedAtMs ?? slotMs;
}

/** As fine as the monotonic clock gives it. */
function anyMs(): number {
  return 100 * Math.random();
}
