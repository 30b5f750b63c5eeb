import type { Kysely, Selectable } from "kysely";
import { maintenanceStatusAt, type MaintenanceTimes } from "#monitor/domain/maintenance.ts";
import type {
  ComponentStatus,
  IncidentTable,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { readUpdates } from "#monitor/store/incident-history.ts";
import { answerFields } from "./text-fields.ts";
import type { IncidentAnswer, MaintenanceAnswer } from "./answers.ts";

type Database = Kysely<StatusDatabase>;
type Row = Selectable<IncidentTable>;

/** A row of `incidents` with its components and updates, as stored. */
export interface StoredStory {
  readonly row: Row;
  readonly components: readonly StoredComponent[];
  readonly updates: IncidentAnswer["updates"];
}

export interface StoredComponent {
  readonly id: string;
  readonly name: string;
  /** What was last told of it. */
  readonly status: ComponentStatus;
}

/** Whether a story is told of as an incident or as a maintenance. */
export type StoryKind = "incident" | "maintenance";

/** Which stories are listed: the newest `limit`, older than `before` if that is given. */
export interface StoryList {
  readonly limit: number;
  readonly before?: string | undefined;
  /** Those that are not over alone. */
  readonly unfinished?: boolean | undefined;
}

/** Reads one; undefined when there is none of that kind. */
export async function readStory(
  db: Database,
  kind: StoryKind,
  id: string,
): Promise<StoredStory | undefined> {
  const row = await storiesOf(db, kind).where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : (await withParts(db, [row]))[0];
}

/** Lists the newest first, one more than `limit` if there are more. */
export async function listStories(
  db: Database,
  kind: StoryKind,
  { limit, before, unfinished }: StoryList,
): Promise<StoredStory[]> {
  const rows = await storiesOf(db, kind)
    .$if(unfinished === true, (query) => query.where("resolved_at", "is", null))
    .$if(before !== undefined, (query) =>
      query.where((where) =>
        where.eb(
          where.refTuple("created_at", "id"),
          "<",
          where
            .selectFrom("incidents")
            .select(["created_at", "id"])
            .where("id", "=", before ?? "")
            .$asTuple("created_at", "id"),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return withParts(db, rows);
}

function storiesOf(db: Database, kind: StoryKind) {
  return db
    .selectFrom("incidents")
    .selectAll()
    .where("impact", kind === "maintenance" ? "=" : "!=", "maintenance");
}

async function withParts(db: Database, rows: readonly Row[]): Promise<StoredStory[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const components = await db
    .selectFrom("incident_components")
    .innerJoin("components", "components.id", "incident_components.component_id")
    .select(["incident_id", "components.id", "components.name", "incident_components.status"])
    .where("incident_id", "in", ids)
    .orderBy("components.position")
    .orderBy("components.id")
    .execute();
  const updates = await readUpdates(db, ids);
  return rows.map((row) => ({
    row,
    components: components
      .filter((component) => component.incident_id === row.id)
      .map(({ id, name, status }) => ({ id, name: localizedText(name).en, status })),
    updates: (updates.get(row.id) ?? []).map(
      ({ id, status, body, created_at, display_at, affected }) => ({
        id,
        status,
        ...answerFields("body", body),
        created_at: created_at.toISOString(),
        display_at: display_at.toISOString(),
        affected_components: affected,
      }),
    ),
  }));
}

/** Says an incident as the admin API does. */
export function incidentAnswer({ row, components, updates }: StoredStory): IncidentAnswer {
  return {
    id: row.id,
    ...answerFields("name", row.name),
    status: row.status,
    impact: row.impact,
    automatic: row.automatic,
    started_at: row.started_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    monitoring_at: row.monitoring_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    evidence_path: `/admin/evidence?incident=${row.id}`,
    components: [...components],
    updates,
  };
}

/** Says a maintenance as it is at `nowMs`: it begins and ends also while no prober runs that writes so. */
export function maintenanceAnswer(story: StoredStory, nowMs: number): MaintenanceAnswer {
  const { row, components, updates } = story;
  const times = maintenanceTimes(row);
  const status = maintenanceStatusAt(times, nowMs);
  const completedMs =
    times.resolvedAtMs ?? (status === "completed" ? times.scheduledUntilMs : null);
  const hasBegun = times.startedAtMs <= (times.resolvedAtMs ?? nowMs);
  return {
    id: row.id,
    ...answerFields("name", row.name),
    status,
    scheduled_for: new Date(row.scheduled_for ?? row.started_at).toISOString(),
    scheduled_until: new Date(times.scheduledUntilMs).toISOString(),
    started_at: hasBegun ? row.started_at.toISOString() : null,
    completed_at: completedMs === null ? null : new Date(completedMs).toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    components: [...components],
    updates,
  };
}

/** The times of a row that is a maintenance. */
export function maintenanceTimes(row: Row): MaintenanceTimes {
  return {
    status: row.status as MaintenanceStatus,
    startedAtMs: row.started_at.getTime(),
    scheduledUntilMs: (row.scheduled_until ?? row.started_at).getTime(),
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
  };
}
