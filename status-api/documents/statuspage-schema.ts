import { type Static, Type } from "typebox";
import {
  IncidentStatus,
  MaintenanceStatus,
  OverallEntry,
  PageEntry,
  schedule,
  Status,
  storyFields,
  Timestamp,
} from "./status-document-schema.ts";

const closed = { additionalProperties: false };

/** What Statuspage says of every component, group or leaf. */
const everyComponent = {
  id: Type.String(),
  name: Type.String(),
  status: Status,
  created_at: Timestamp,
  updated_at: Timestamp,
  position: Type.Integer(),
  description: Type.Union([Type.String(), Type.Null()]),
  showcase: Type.Boolean(),
  start_date: Type.Union([Type.String({ format: "date" }), Type.Null()]),
  page_id: Type.String(),
  only_show_if_degraded: Type.Boolean(),
};

export const StatuspageGroup = Type.Object(
  {
    ...everyComponent,
    group: Type.Literal(true),
    group_id: Type.Null(),
    components: Type.Array(Type.String()),
  },
  closed,
);

export const StatuspageLeaf = Type.Object(
  {
    ...everyComponent,
    group: Type.Literal(false),
    group_id: Type.Union([Type.String(), Type.Null()]),
    uptime_90d: Type.Number({ minimum: 0, maximum: 100 }),
    uptime_90d_coverage: Type.Number({ minimum: 0, maximum: 100 }),
  },
  closed,
);

const StatuspageComponent = Type.Union([StatuspageGroup, StatuspageLeaf]);

export const StatuspageIncident = Type.Object(storyFields(IncidentStatus, StatuspageLeaf), closed);

export const StatuspageMaintenance = Type.Object(
  { ...storyFields(MaintenanceStatus, StatuspageLeaf), ...schedule },
  closed,
);

/** /api/v2/summary.json */
export const SummaryDocument = Type.Object(
  {
    page: PageEntry,
    components: Type.Array(StatuspageComponent),
    incidents: Type.Array(StatuspageIncident),
    scheduled_maintenances: Type.Array(StatuspageMaintenance),
    status: OverallEntry,
  },
  closed,
);

/** /api/v2/components.json */
export const ComponentsDocument = Type.Object(
  { page: PageEntry, components: Type.Array(StatuspageComponent) },
  closed,
);

/** /api/v2/components/{id}.json */
export const ComponentDocument = Type.Object(
  { page: PageEntry, component: StatuspageComponent },
  closed,
);

/** /api/v2/incidents.json and /api/v2/incidents/unresolved.json */
export const IncidentsDocument = Type.Object(
  { page: PageEntry, incidents: Type.Array(StatuspageIncident) },
  closed,
);

/** /api/v2/incidents/{id}.json, of an incident or of a maintenance */
export const IncidentDocument = Type.Object(
  { page: PageEntry, incident: Type.Union([StatuspageIncident, StatuspageMaintenance]) },
  closed,
);

/** /api/v2/scheduled-maintenances.json and those below it */
export const MaintenancesDocument = Type.Object(
  { page: PageEntry, scheduled_maintenances: Type.Array(StatuspageMaintenance) },
  closed,
);

export type StatuspageGroup = Static<typeof StatuspageGroup>;
export type StatuspageLeaf = Static<typeof StatuspageLeaf>;
export type StatuspageIncident = Static<typeof StatuspageIncident>;
export type StatuspageMaintenance = Static<typeof StatuspageMaintenance>;
export type SummaryDocument = Static<typeof SummaryDocument>;
export type ComponentsDocument = Static<typeof ComponentsDocument>;
export type ComponentDocument = Static<typeof ComponentDocument>;
export type IncidentsDocument = Static<typeof IncidentsDocument>;
export type IncidentDocument = Static<typeof IncidentDocument>;
export type MaintenancesDocument = Static<typeof MaintenancesDocument>;
