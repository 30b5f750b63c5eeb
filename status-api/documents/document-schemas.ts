import { type Static, type TProperties, type TSchema, Type } from "typebox";
import {
  COMPONENT_STATUSES,
  INCIDENT_IMPACTS,
  INCIDENT_STATUSES,
  MAINTENANCE_STATUSES,
} from "#monitor/domain/component-status.ts";

/** The documents of /api/v2: status.json and those of Statuspage. */

export const object = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
  description: "ISO 8601, UTC, with milliseconds",
});

export const Status = Type.Enum(COMPONENT_STATUSES, {
  description:
    "Statuspage's component states, and `unknown` while nobody looks at the component: neither up nor down",
});

const IncidentStatus = Type.Enum(INCIDENT_STATUSES);

const MaintenanceStatus = Type.Enum(MAINTENANCE_STATUSES);

export const Impact = Type.Enum([...INCIDENT_IMPACTS, "maintenance"]);

export const PageEntry = object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  time_zone: Type.String(),
  updated_at: Timestamp,
});

export const OverallEntry = object({
  indicator: Type.Enum([...INCIDENT_IMPACTS, "maintenance", "unknown"]),
  description: Type.String(),
});

const everyComponent = {
  id: Type.String(),
  name: Type.String(),
  status: Status,
  position: Type.Integer({ description: "1-based; of a leaf within its group" }),
};

const groupFields = {
  ...everyComponent,
  group: Type.Literal(true),
  group_id: Type.Null(),
  components: Type.Array(Type.String(), { description: "Ids of its members" }),
};

const leafFields = {
  ...everyComponent,
  group: Type.Literal(false),
  group_id: nullable(Type.String()),
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
};

/** The fields of every component in Statuspage's documents, in addition to those of status.json. */
const statuspageFields = {
  created_at: Timestamp,
  updated_at: Timestamp,
  description: nullable(Type.String()),
  showcase: Type.Boolean(),
  start_date: nullable(Type.String({ format: "date" })),
  page_id: Type.String(),
  only_show_if_degraded: Type.Boolean(),
};

export const GroupEntry = object(groupFields);
export const LeafEntry = object(leafFields);
export const StatuspageGroup = object({ ...groupFields, ...statuspageFields });
export const StatuspageLeaf = object({ ...leafFields, ...statuspageFields });
const StatuspageComponent = Type.Union([StatuspageGroup, StatuspageLeaf]);

/** Returns the fields of an incident or a maintenance, given its statuses and the shape of its components. */
const statusEventFields = <States extends TSchema, Component extends TSchema>(
  status: States,
  component: Component,
) => ({
  id: Type.String(),
  name: Type.String(),
  status,
  created_at: Timestamp,
  updated_at: Timestamp,
  monitoring_at: nullable(Timestamp),
  resolved_at: nullable(Timestamp),
  impact: Impact,
  shortlink: Type.String(),
  started_at: Timestamp,
  page_id: Type.String(),
  incident_updates: Type.Array(
    object({
      id: Type.String(),
      status,
      body: Type.String(),
      incident_id: Type.String(),
      created_at: Timestamp,
      updated_at: Timestamp,
      display_at: Timestamp,
      affected_components: Type.Array(
        object({
          code: Type.String(),
          name: Type.String(),
          old_status: Status,
          new_status: Status,
        }),
      ),
    }),
    { description: "Newest first" },
  ),
  components: Type.Array(component),
});

/** The announced begin and end of a maintenance. */
const schedule = { scheduled_for: Timestamp, scheduled_until: Timestamp };

const IncidentEntry = object(statusEventFields(IncidentStatus, LeafEntry));
const MaintenanceEntry = object({
  ...statusEventFields(MaintenanceStatus, LeafEntry),
  ...schedule,
});
export const StatuspageIncident = object(statusEventFields(IncidentStatus, StatuspageLeaf));
export const StatuspageMaintenance = object({
  ...statusEventFields(MaintenanceStatus, StatuspageLeaf),
  ...schedule,
});

/** status.json, in the shape of Statuspage's summary.json. */
export const StatusDocument = object({
  page: PageEntry,
  status: OverallEntry,
  components: Type.Array(Type.Union([GroupEntry, LeafEntry])),
  incidents: Type.Array(IncidentEntry, { description: "The unresolved ones, newest first" }),
  scheduled_maintenances: Type.Array(MaintenanceEntry, {
    description: "Those that are not completed, newest first",
  }),
});

export const SummaryDocument = object({
  page: PageEntry,
  components: Type.Array(StatuspageComponent),
  incidents: Type.Array(StatuspageIncident),
  scheduled_maintenances: Type.Array(StatuspageMaintenance),
  status: OverallEntry,
});

export const ComponentsDocument = object({
  page: PageEntry,
  components: Type.Array(StatuspageComponent),
});

export const ComponentDocument = object({ page: PageEntry, component: StatuspageComponent });

/** incidents.json and incidents/unresolved.json */
export const IncidentsDocument = object({
  page: PageEntry,
  incidents: Type.Array(StatuspageIncident),
});

/** incidents/{id}.json, of an incident or of a maintenance */
export const IncidentDocument = object({
  page: PageEntry,
  incident: Type.Union([StatuspageIncident, StatuspageMaintenance]),
});

/** scheduled-maintenances.json and those below it */
export const MaintenancesDocument = object({
  page: PageEntry,
  scheduled_maintenances: Type.Array(StatuspageMaintenance),
});

export type GroupEntry = Static<typeof GroupEntry>;
export type LeafEntry = Static<typeof LeafEntry>;
export type PageEntry = Static<typeof PageEntry>;
export type OverallEntry = Static<typeof OverallEntry>;
export type StatuspageGroup = Static<typeof StatuspageGroup>;
export type StatuspageLeaf = Static<typeof StatuspageLeaf>;
export type StatuspageIncident = Static<typeof StatuspageIncident>;
export type StatuspageMaintenance = Static<typeof StatuspageMaintenance>;
export type StatusDocument = Static<typeof StatusDocument>;
export type SummaryDocument = Static<typeof SummaryDocument>;
export type ComponentsDocument = Static<typeof ComponentsDocument>;
export type ComponentDocument = Static<typeof ComponentDocument>;
export type IncidentsDocument = Static<typeof IncidentsDocument>;
export type IncidentDocument = Static<typeof IncidentDocument>;
export type MaintenancesDocument = Static<typeof MaintenancesDocument>;
