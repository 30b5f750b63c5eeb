import { type Kysely, sql } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { makeHourlyFigures } from "#monitor/store/hourly-figures.ts";
import { makePartitionsAhead } from "#monitor/store/observation-partitions.ts";
import { writeNinetyDays } from "../../support/monitor/ninety-days.ts";
import { PERIOD_MS } from "./runs.ts";

type Database = Kysely<StatusDatabase>;

/** How much there is to load; a check for each component, every minute, at each location. */
export interface Scale {
  readonly components: number;
  /** Full days before the present one. */
  readonly days: number;
}

export const HOUR_MS = 60 * PERIOD_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Claims are kept for so long. */
const CLAIM_DAYS = 2;

/** Writes what probers leave behind at this scale, as of `nowMs`. `onDay` is told how many days are loaded. */
export async function load(
  db: Database,
  { components, days }: Scale,
  nowMs: number,
  onDay: (days: number) => void,
): Promise<void> {
  await writeNinetyDays(db, components, nowMs);
  await writeChecks(db);
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  // The newest first: the partition of a day is then made in the transaction that fills it, and its rows need no log.
  for (let day = 0; day <= days; day += 1) {
    const dayMs = todayMs - day * DAY_MS;
    const untilMs = Math.min(dayMs + DAY_MS, nowMs);
    await db.transaction().execute(async (transaction) => {
      await makePartitionsAhead(transaction, dayMs);
      await writeObservations(transaction, dayMs, untilMs);
    });
    onDay(day);
  }
  await sql`
    insert into slot_claims (check_id, location, slot, prober, claimed_at)
    select check_id, location, slot, prober, slot from observations
    where slot >= ${new Date(nowMs - CLAIM_DAYS * DAY_MS)}`.execute(db);
  await writeHourlyFigures(db, todayMs - days * DAY_MS, nowMs);
}

/** A fifth transcribes, a tenth streams, a tenth speaks, all others ask for a page. */
async function writeChecks(db: Database): Promise<void> {
  await sql`
    insert into checks (id, component_id, kind, period_seconds, impact)
    select 'check-' || number, 'component-' || number,
      (array['transcription', 'transcription', 'stream', 'synthesis', 'http', 'http', 'http', 'http', 'http', 'http'])[1 + number % 10],
      ${sql.lit(PERIOD_MS / 1000)}, 'major_outage'
    from (select split_part(id, '-', 2)::integer as number from components) numbered`.execute(db);
}

/** Of a thousand runs two fail and three are degraded. Rows come as they do from probers, in the order of their slots. */
async function writeObservations(db: Database, fromMs: number, untilMs: number): Promise<void> {
  await sql`
    insert into observations
    select check_id, location, slot, 1, prober, slot + random() * interval '60 seconds', 40 + 400 * random(),
      case when luck < 0.002 then 'failed' when luck < 0.005 then 'degraded' else 'ok' end,
      case when luck < 0.002 then 'timeout' when luck < 0.005 then 'slow_answer' end,
      case when luck < 0.005 then 'no answer within 10 s from https://speech.example.org/healthz' end,
      case when luck < 0.002 then jsonb_build_object('dns', random(), 'connect', 10 * random())
        else jsonb_build_object('dns', random(), 'connect', 10 * random(), 'tls', 20 * random(),
          'first_byte', 200 * random(), 'transfer', 10 * random()) end,
      case kind
        when 'transcription' then jsonb_build_object('word_error_ratio', random(), 'character_error_ratio', random(),
          'audio_seconds', 3.2, 'real_time_factor', random(), 'tls_expiry_timestamp_seconds', 1800000000)
        when 'stream' then jsonb_build_object('word_error_ratio', random(), 'character_error_ratio', random(),
          'final_transcript_seconds', random(), 'audio_seconds', 3.2, 'tls_expiry_timestamp_seconds', 1800000000)
        when 'synthesis' then jsonb_build_object('first_audio_seconds', random(), 'audio_seconds', 3 * random(),
          'heard_word_error_ratio', random(), 'tls_expiry_timestamp_seconds', 1800000000)
        else '{"tls_expiry_timestamp_seconds": 1800000000}' end,
      true, false
    from (
      select checks.id as check_id, checks.kind, probers.location, probers.id as prober, slot, random() as luck
      from generate_series(${new Date(fromMs)}::timestamptz,
        ${new Date(untilMs)}::timestamptz - interval '1 minute', interval '1 minute') slot, checks, probers
      order by slot
    ) runs`.execute(db);
}

/** The product makes the last complete hour; the others before it are copies. */
async function writeHourlyFigures(db: Database, fromMs: number, nowMs: number): Promise<void> {
  const lastMs = Math.floor(nowMs / HOUR_MS - 1) * HOUR_MS;
  const hours = (lastMs - fromMs) / HOUR_MS;
  await sql`
    insert into figure_hours (hour, computed_at)
    select hour, hour from generate_series(${new Date(fromMs)}::timestamptz,
      ${new Date(lastMs - HOUR_MS)}::timestamptz, interval '1 hour') hour`.execute(db);
  // As late as the last slots of the hour are waited for.
  await makeHourlyFigures(db, lastMs + HOUR_MS + 10 * PERIOD_MS);
  await sql`
    insert into hourly_figures
    select check_id, location, hour - back * interval '1 hour', count, failures, degraded, prober_errors, retried, missed,
      duration, phases, measures
    from hourly_figures, generate_series(1, ${sql.lit(hours)}) back
    order by back desc`.execute(db);
}
