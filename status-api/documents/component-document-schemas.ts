import { type Static, Type } from "typebox";
import { Impact, nullable, object, PageEntry, Status, Timestamp } from "./document-schemas.ts";

const ComponentName = object({ id: Type.String(), name: Type.String() });

const Window = object({ from: Timestamp, to: Timestamp });

export const Percent = Type.Number({ minimum: 0, maximum: 100 });

/** Seconds spent in each state; they add up to the day, or to the part of it that is over. */
export const Seconds = Type.Record(Status, Type.Number({ minimum: 0 }));

/** The share of an outage's time that counts as downtime, by state. */
export const Weights = object({ partial_outage: Type.Number(), major_outage: Type.Number() });

const DayIncident = object({
  id: Type.String(),
  name: Type.String(),
  impact: Impact,
  shortlink: Type.String(),
  started_at: Timestamp,
  resolved_at: nullable(Timestamp),
});

/** /api/v2/components/{id}/days.json */
export const DaysDocument = object({
  page: PageEntry,
  component: ComponentName,
  window: Window,
  formula: Type.String(),
  weights: Weights,
  uptime_90d: Percent,
  uptime_90d_coverage: Percent,
  days: Type.Array(
    object({
      date: Type.String({ format: "date", description: "A day of UTC" }),
      seconds: Seconds,
      uptime: Percent,
      coverage: Percent,
      incidents: Type.Array(DayIncident),
    }),
    { description: "90 days, oldest first; today as far as it is over" },
  ),
});

const Count = Type.Integer({ minimum: 0 });

const Percentiles = object({ p50: Type.Number(), p95: Type.Number(), p99: Type.Number() });

const Hour = object({
  hour: Timestamp,
  count: Count,
  failures: Count,
  degraded: Count,
  prober_errors: Count,
  missed: Count,
  duration_ms: nullable(Percentiles),
  phases_ms: Type.Record(Type.String(), Percentiles),
  measures: Type.Record(Type.String(), object({ mean: Type.Number(), max: Type.Number() })),
});

/** /api/v2/components/{id}/latency.json */
export const LatencyDocument = object({
  page: PageEntry,
  component: ComponentName,
  window: Window,
  checks: Type.Array(
    object({
      id: Type.String(),
      kind: Type.String(),
      period_seconds: Type.Integer(),
      location: Type.String(),
      drifts: Type.Array(
        object({
          measure: Type.String(),
          clip: nullable(Type.String()),
          from: Timestamp,
          to: nullable(Timestamp),
        }),
        { description: "When a measure was worse than usual, oldest first" },
      ),
      hours: Type.Array(Hour, {
        description: "Oldest first; without those nothing was due in",
      }),
    }),
  ),
});

export type DaysDocument = Static<typeof DaysDocument>;
export type LatencyDocument = Static<typeof LatencyDocument>;
