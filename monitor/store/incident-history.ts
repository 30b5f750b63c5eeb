import { localizedText } from "../domain/localized-text.ts";
import type { ExpressionBuilder, Kysely } from "kysely";
import type {
  IncidentStatus,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import type { Incident, Maintenance, Story } from "../domain/story.ts";
import { readMembers, readUpdates, type StoryRow, updateOf } from "./stories.ts";

type Database = Kysely<StatusDatabase>;

/** What the snapshot tells of incidents and of maintenance. */
export interface IncidentHistory {
  readonly incidents: readonly Incident[];
  readonly maintenances: readonly Maintenance[];
  /** Another mark means that something of them was added, changed or removed. */
  readonly incidentMark: string;
}

/** How many of the newest are always told of, however old, as on Statuspage. */
export const newestListed = 50;

/** What is over and beyond this many stays in the database and off the page. */
const maximumListed = 200;

/**
 * Reads unresolved incidents, those that were not over before `windowStart`, and the 50 newest; maintenance alike. Returns
 * `known` when nothing of that has changed.
 */
export async function readIncidentHistory(
  db: Database,
  windowStart: Date,
  known: IncidentHistory | undefined,
): Promise<IncidentHistory> {
  const { stories } = await db.selectFrom("revision").select("stories").executeTakeFirstOrThrow();
  const incidentMark = `${windowStart.getTime()} ${stories}`;
  if (known?.incidentMark === incidentMark) {
    const { incidents, maintenances } = known;
    return { incidents, maintenances, incidentMark };
  }
  const incidents = await selectIncidents(db)
    .where(isListed(windowStart, selectIncidents(db)))
    .clearOrderBy()
    .orderBy((order) => order("resolved_at", "is", null), "desc")
    .orderBy("started_at", "desc")
    .limit(maximumListed)
    .selectAll()
    .$narrowType<OfIncident>()
    .execute();
  const maintenances = await selectMaintenances(db)
    .where(isListed(windowStart, selectMaintenances(db)))
    .clearOrderBy()
    .orderBy((order) => order("resolved_at", "is", null), "desc")
    .orderBy("scheduled_for", "desc")
    .limit(maximumListed)
    .selectAll()
    .$narrowType<OfMaintenance>()
    .execute();
  return {
    incidents: await readStories(db, incidents),
    maintenances: await readMaintenances(db, maintenances),
    incidentMark,
  };
}

/** Reads a page of all incidents that ever were, newest first. */
export async function readIncidentPage(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<Incident[]> {
  const rows = await selectIncidents(db)
    .limit(limit)
    .offset(offset)
    .selectAll()
    .$narrowType<OfIncident>()
    .execute();
  return readStories(db, rows);
}

/** Reads one incident or maintenance, however old; undefined when nothing has this id. */
export async function readIncident(
  db: Database,
  id: string,
): Promise<Incident | Maintenance | undefined> {
  const incidents = await selectIncidents(db)
    .where("id", "=", id)
    .selectAll()
    .$narrowType<OfIncident>()
    .execute();
  if (incidents.length > 0) return (await readStories(db, incidents))[0];
  const maintenances = await selectMaintenances(db)
    .where("id", "=", id)
    .selectAll()
    .$narrowType<OfMaintenance>()
    .execute();
  return (await readMaintenances(db, maintenances))[0];
}

/** Reads the incidents and the maintenance that began between two moments, maintenance as it was announced. */
export async function readStoriesBetween(
  db: Database,
  from: Date,
  to: Date,
): Promise<(Incident | Maintenance)[]> {
  const incidents = await selectIncidents(db)
    .where("started_at", ">=", from)
    .where("started_at", "<", to)
    .selectAll()
    .$narrowType<OfIncident>()
    .execute();
  const maintenances = await selectMaintenances(db)
    .where("scheduled_for", ">=", from)
    .where("scheduled_for", "<", to)
    .selectAll()
    .$narrowType<OfMaintenance>()
    .execute();
  return [...(await readStories(db, incidents)), ...(await readMaintenances(db, maintenances))];
}

/** Reads when the first incident or maintenance began; undefined when there never was one. */
export async function readFirstStoryMs(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom("incidents")
    .select(({ fn }) => fn.min("started_at").as("first"))
    .executeTakeFirst();
  return row?.first?.getTime();
}

/** What the database's own check holds an incident to. */
interface OfIncident {
  status: IncidentStatus;
}

/** What the database's own checks hold a maintenance to. */
interface OfMaintenance {
  status: MaintenanceStatus;
  scheduled_for: Date;
  scheduled_until: Date;
}

function selectIncidents(db: Database) {
  return db
    .selectFrom("incidents")
    .where("impact", "!=", "maintenance")
    .orderBy("started_at", "desc")
    .orderBy("id", "desc");
}

function selectMaintenances(db: Database) {
  return db
    .selectFrom("incidents")
    .where("impact", "=", "maintenance")
    .orderBy("scheduled_for", "desc")
    .orderBy("id", "desc");
}

function isListed(windowStart: Date, newestFirst: ReturnType<typeof selectIncidents>) {
  return (where: ExpressionBuilder<StatusDatabase, "incidents">) =>
    where.or([
      where("resolved_at", "is", null),
      where("resolved_at", ">", windowStart),
      where("id", "in", newestFirst.select("id").limit(newestListed)),
    ]);
}

async function readMaintenances(
  db: Database,
  rows: readonly (StoryRow & OfMaintenance)[],
): Promise<Maintenance[]> {
  const stories = await readStories(db, rows);
  return rows.flatMap(({ scheduled_for, scheduled_until }, index) => {
    const story = stories[index];
    if (story === undefined) return [];
    const scheduledForMs = scheduled_for.getTime();
    return [{ ...story, scheduledForMs, scheduledUntilMs: scheduled_until.getTime() }];
  });
}

/** Completes rows of one kind, whose updates are of the same kind. */
async function readStories<Status extends IncidentStatus | MaintenanceStatus>(
  db: Database,
  rows: readonly (StoryRow & { status: Status })[],
): Promise<Story<Status>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const members = await readMembers(db, ids);
  const updates = await readUpdates(db, ids);
  return rows.map((row) => ({
    id: row.id,
    name: localizedText(row.name),
    status: row.status,
    impact: row.impact,
    startedAtMs: row.started_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    monitoringAtMs: row.monitoring_at?.getTime() ?? null,
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
    componentIds: (members.get(row.id) ?? []).map(({ id }) => id),
    updates: (updates.get(row.id) ?? []).map((update) =>
      updateOf({ ...update, status: update.status as Status }),
    ),
  }));
}
