import type { Kysely } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";
import { makePartitionsAhead } from "#monitor/store/observation-partitions.ts";

const hourMs = 3_600_000;
const days = 90;

/** A check whose figures a page may draw; milliseconds of a usual run. */
interface DesignedCheck {
  readonly id: string;
  readonly componentId: string;
  readonly kind: string;
  readonly periodSeconds: number;
  readonly typicalMs: number;
  readonly wordErrorRatio?: number;
}

const checks: readonly DesignedCheck[] = [
  {
    id: "stt-file-refusal",
    componentId: "stt-file",
    kind: "http",
    periodSeconds: 60,
    typicalMs: 41,
  },
  {
    id: "stt-file-round-trip",
    componentId: "stt-file",
    kind: "transcription",
    periodSeconds: 120,
    typicalMs: 620,
    wordErrorRatio: 0.021,
  },
  {
    id: "tts-round-trip",
    componentId: "tts",
    kind: "synthesis",
    periodSeconds: 120,
    typicalMs: 940,
    wordErrorRatio: 0.064,
  },
  { id: "web-page", componentId: "web", kind: "page", periodSeconds: 60, typicalMs: 55 },
];

/**
 * Writes checks with a figure for each hour of 90 days: slower by day than by night, and now and then late. The runs of the last
 * 24 hours are there too; one in 250 failed.
 */
export async function writeDesignedFigures(
  db: Kysely<StatusDatabase>,
  nowMs: number,
): Promise<void> {
  const lastHourMs = Math.floor(nowMs / hourMs) * hourMs - hourMs;
  await makePartitionsAhead(db, nowMs - 24 * hourMs);
  const hours = Array.from({ length: days * 24 }, (_, index) => lastHourMs - index * hourMs);
  for (const check of checks) {
    const { id, componentId, kind, periodSeconds } = check;
    await db
      .insertInto("checks")
      .values({
        id,
        component_id: componentId,
        kind,
        period_seconds: periodSeconds,
        impact: "major_outage",
        scheduled_since: new Date(lastHourMs - days * 24 * hourMs),
        removed_at: null,
      })
      .execute();
    await db
      .insertInto("hourly_figures")
      .values(hours.map((hour) => figures(check, hour)))
      .execute();
    await db.insertInto("observations").values(runs(check, nowMs)).execute();
  }
}

/** A figure between -1 and 1 that looks like chance and is the same each time. */
function noise(seed: number): number {
  return Math.sin(seed * 12.9898) * Math.cos(seed * 4.1414);
}

/** How much longer than usual a check takes at an hour of the day, from 0 to 24. */
function daily(hour: number): number {
  return 1 + 0.18 * Math.sin((hour / 24) * 2 * Math.PI - 1.8);
}

function runs({ id, periodSeconds, typicalMs, wordErrorRatio }: DesignedCheck, nowMs: number) {
  const periodMs = periodSeconds * 1000;
  const lastSlot = Math.ceil(nowMs / periodMs) - 1;
  const count = (24 * hourMs) / periodMs;
  return Array.from({ length: count }, (_, index) => lastSlot - index).map((number) => {
    const slot = new Date(number * periodMs);
    const late = number % 173 === 0 ? 2.4 : 1;
    const hasFailed = number % 250 === 0;
    const wrongWords = number % 29 === 0 ? 4 : Number(number % 3 === 0);
    return {
      check_id: id,
      location: "local",
      slot,
      attempt: 1,
      prober: "designed",
      started_at: slot,
      duration_ms:
        typicalMs * daily((slot.getTime() / hourMs) % 24) * (1 + 0.12 * noise(number)) * late,
      result: hasFailed ? ("failed" as const) : ("ok" as const),
      reason: hasFailed ? "timeout" : null,
      message: null,
      phases: "{}",
      measures: JSON.stringify(
        wordErrorRatio === undefined || hasFailed
          ? {}
          : { word_error_ratio: wordErrorRatio * wrongWords },
      ),
      counted: true,
      retried: false,
    };
  });
}

function figures(check: DesignedCheck, hour: number) {
  const number = hour / hourMs;
  const p50 = check.typicalMs * daily(number % 24) * (1 + 0.06 * noise(number));
  const spread = number % 61 === 0 ? 3.2 : 1.5;
  const ratio = check.wordErrorRatio;
  const mean = ratio === undefined ? undefined : ratio * (1 + 0.4 * noise(number + 7));
  return {
    check_id: check.id,
    location: "local",
    hour: new Date(hour),
    count: 3_600 / check.periodSeconds,
    failures: 0,
    degraded: 0,
    prober_errors: 0,
    retried: number % 97 === 0 ? 1 : 0,
    missed: 0,
    duration: JSON.stringify(percentiles(p50, spread)),
    phases: JSON.stringify({
      connect: percentiles(1.4, 1.6),
      first_byte: percentiles(p50 * 0.9, spread),
    }),
    measures: JSON.stringify(
      mean === undefined ? {} : { word_error_ratio: { mean, max: mean * 2.5 } },
    ),
  };
}

function percentiles(p50: number, spread: number) {
  const rounded = (figure: number) => Math.round(figure * 10) / 10;
  return { p50: rounded(p50), p95: rounded(p50 * spread), p99: rounded(p50 * spread * 1.3) };
}
