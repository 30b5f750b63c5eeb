import { type Static, Type } from "typebox";
import { PageEntry, Status, Timestamp } from "./status-document-schema.ts";

const closed = { additionalProperties: false };

const ComponentName = Type.Object({ id: Type.String(), name: Type.String() }, closed);

const Window = Type.Object({ from: Timestamp, to: Timestamp }, closed);

const Percent = Type.Number({ minimum: 0, maximum: 100 });

/** Seconds spent in each state; they add up to the day, or to the part of it that is over. */
const Seconds = Type.Record(Status, Type.Number({ minimum: 0 }));

const DayIncident = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    impact: Type.Enum(["none", "minor", "major", "critical", "maintenance"]),
    shortlink: Type.String(),
    started_at: Timestamp,
    resolved_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

/** /api/v2/components/{id}/days.json */
export const DaysDocument = Type.Object(
  {
    page: PageEntry,
    component: ComponentName,
    window: Window,
    formula: Type.String(),
    weights: Type.Object({ partial_outage: Type.Number(), major_outage: Type.Number() }, closed),
    uptime_90d: Percent,
    uptime_90d_coverage: Percent,
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: "date", description: "A day of UTC" }),
          seconds: Seconds,
          uptime: Percent,
          coverage: Percent,
          incidents: Type.Array(DayIncident),
        },
        closed,
      ),
      { description: "90 days, oldest first; today as far as it is over" },
    ),
  },
  closed,
);

const Count = Type.Integer({ minimum: 0 });

const Percentiles = Type.Object(
  { p50: Type.Number(), p95: Type.Number(), p99: Type.Number() },
  closed,
);

const Hour = Type.Object(
  {
    hour: Timestamp,
    count: Count,
    failures: Count,
    degraded: Count,
    prober_errors: Count,
    missed: Count,
    duration_ms: Type.Union([Percentiles, Type.Null()]),
    phases_ms: Type.Record(Type.String(), Percentiles),
    measures: Type.Record(
      Type.String(),
      Type.Object({ mean: Type.Number(), max: Type.Number() }, closed),
    ),
  },
  closed,
);

/** /api/v2/components/{id}/latency.json */
export const LatencyDocument = Type.Object(
  {
    page: PageEntry,
    component: ComponentName,
    window: Window,
    checks: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.String(),
          period_seconds: Type.Integer(),
          location: Type.String(),
          hours: Type.Array(Hour, {
            description: "Oldest first; without those nothing was due in",
          }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type DaysDocument = Static<typeof DaysDocument>;
export type LatencyDocument = Static<typeof LatencyDocument>;
