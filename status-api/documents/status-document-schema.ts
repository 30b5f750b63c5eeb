import { type Static, type TSchema, Type } from "typebox";

export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
  description: "ISO 8601, UTC, with milliseconds",
});

export const Status = Type.Enum(
  [
    "operational",
    "degraded_performance",
    "partial_outage",
    "major_outage",
    "under_maintenance",
    "unknown",
  ],
  {
    description:
      "Statuspage's component states, and `unknown` while nobody looks at the component: neither up nor down",
  },
);

export const IncidentStatus = Type.Enum([
  "investigating",
  "identified",
  "monitoring",
  "resolved",
  "postmortem",
]);

export const MaintenanceStatus = Type.Enum(["scheduled", "in_progress", "verifying", "completed"]);

const everyComponent = {
  id: Type.String(),
  name: Type.String(),
  status: Status,
  position: Type.Integer({ description: "1-based; of a leaf within its group" }),
};

export const GroupEntry = Type.Object(
  {
    ...everyComponent,
    group: Type.Literal(true),
    group_id: Type.Null(),
    components: Type.Array(Type.String(), { description: "Ids of its members" }),
  },
  { additionalProperties: false },
);

export const LeafEntry = Type.Object(
  {
    ...everyComponent,
    group: Type.Literal(false),
    group_id: Type.Union([Type.String(), Type.Null()]),
    description: Type.String(),
    showcase: Type.Boolean(),
    only_show_if_degraded: Type.Boolean(),
    updated_at: Timestamp,
    uptime_90d: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        "Percent, floored to two decimals: 100 × (1 − (major + 0.3 × partial) / (observed − maintenance)), unless configured otherwise",
    }),
    uptime_90d_coverage: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "Percent of the 90 days that was observed; 0 means that there is no data",
    }),
  },
  { additionalProperties: false },
);

const AffectedComponent = Type.Object(
  { code: Type.String(), name: Type.String(), old_status: Status, new_status: Status },
  { additionalProperties: false },
);

/** What was said of an incident or a maintenance that has these states. */
const updateOf = <Status extends TSchema>(status: Status) =>
  Type.Object(
    {
      id: Type.String(),
      status,
      body: Type.String(),
      incident_id: Type.String(),
      created_at: Timestamp,
      updated_at: Timestamp,
      display_at: Timestamp,
      affected_components: Type.Array(AffectedComponent),
    },
    { additionalProperties: false },
  );

/** The fields of an incident or a maintenance, after its states and the shape of its components. */
export const storyFields = <Status extends TSchema, Component extends TSchema>(
  status: Status,
  component: Component,
) => ({
  id: Type.String(),
  name: Type.String(),
  status,
  created_at: Timestamp,
  updated_at: Timestamp,
  monitoring_at: Type.Union([Timestamp, Type.Null()]),
  resolved_at: Type.Union([Timestamp, Type.Null()]),
  impact: Type.Enum(["none", "minor", "major", "critical", "maintenance"]),
  shortlink: Type.String(),
  started_at: Timestamp,
  page_id: Type.String(),
  incident_updates: Type.Array(updateOf(status), { description: "Newest first" }),
  components: Type.Array(component),
});

/** Begin and end of a maintenance as announced. */
export const schedule = { scheduled_for: Timestamp, scheduled_until: Timestamp };

export const IncidentEntry = Type.Object(storyFields(IncidentStatus, LeafEntry), {
  additionalProperties: false,
});

export const MaintenanceEntry = Type.Object(
  { ...storyFields(MaintenanceStatus, LeafEntry), ...schedule },
  { additionalProperties: false },
);

export const PageEntry = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    url: Type.String(),
    time_zone: Type.String(),
    updated_at: Timestamp,
  },
  { additionalProperties: false },
);

export const OverallEntry = Type.Object(
  {
    indicator: Type.Enum(["none", "minor", "major", "critical", "maintenance", "unknown"]),
    description: Type.String(),
  },
  { additionalProperties: false },
);

/** The document at /api/v2/status.json, in the shape of Statuspage's summary.json. */
export const StatusDocument = Type.Object(
  {
    page: PageEntry,
    status: OverallEntry,
    components: Type.Array(Type.Union([GroupEntry, LeafEntry])),
    incidents: Type.Array(IncidentEntry, { description: "The unresolved ones, newest first" }),
    scheduled_maintenances: Type.Array(MaintenanceEntry, {
      description: "Those that are not completed, newest first",
    }),
  },
  { additionalProperties: false },
);

export type GroupEntry = Static<typeof GroupEntry>;
export type LeafEntry = Static<typeof LeafEntry>;
export type IncidentEntry = Static<typeof IncidentEntry>;
export type MaintenanceEntry = Static<typeof MaintenanceEntry>;
export type PageEntry = Static<typeof PageEntry>;
export type OverallEntry = Static<typeof OverallEntry>;
export type StatusDocument = Static<typeof StatusDocument>;
