import type { Kysely } from "kysely";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { newId } from "#monitor/store/new-id.ts";
import type {
  AffectedComponent,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import { AdminError } from "./admin-error.ts";
import type { IncidentAnswer } from "./answers.ts";
import type { Change } from "./change.ts";
import { type IncidentFacts, type SaidOfIncident, saidOf } from "./incident-rules.ts";
import {
  changesSince,
  commonGroup,
  type NamedComponent,
  readNamedComponents,
  writeTold,
} from "./named-components.ts";
import { incidentAnswer, readStory, type StoredStory } from "./stories.ts";
import { type AskedText, readText } from "./text-fields.ts";

type Database = Kysely<StatusDatabase>;

/** An incident as a person opens it. */
export interface NewIncident {
  readonly name: Translations;
  readonly body: Translations;
  readonly status: IncidentStatus;
  readonly impact: IncidentFacts["impact"];
  readonly components: readonly string[];
  /** When the trouble began, if that was not now. */
  readonly startedAtMs: number | undefined;
}

/** What a person says of an incident that is there. */
export interface IncidentUpdate extends SaidOfIncident, AskedText<"name"> {
  readonly said: Translations;
  /** Components that it has from now on, beside those it had. */
  readonly components: readonly string[];
}

/** Opens an incident; automation will not touch it. Throws AdminError. */
export async function openIncident(
  db: Database,
  incident: NewIncident,
  nowMs: number,
): Promise<Change<IncidentAnswer>> {
  const { startedAtMs = nowMs } = incident;
  if (startedAtMs > nowMs) {
    throw new AdminError(
      "invalid_field",
      "started_at is in the future; it takes a time until now",
      {
        param: "started_at",
      },
    );
  }
  const components = await readNamedComponents(db, incident.components);
  const id = newId();
  const at = new Date(nowMs);
  await db
    .insertInto("incidents")
    .values({
      id,
      name: JSON.stringify(incident.name),
      status: incident.status,
      impact: incident.impact,
      automatic: false,
      group_id: commonGroup(components),
      started_at: new Date(startedAtMs),
      created_at: at,
      updated_at: at,
      monitoring_at: incident.status === "monitoring" ? at : null,
    })
    .execute();
  const affected = changesSince([], components);
  await writeTold(db, id, components);
  await writeUpdate(db, id, incident.status, incident.body, affected, at);
  const after = incidentAnswer(await storyOf(db, id));
  return { subject: id, before: null, after, isChange: true };
}

/** Says something of an incident, which is the person's from then on. Throws AdminError. */
export async function updateIncident(
  db: Database,
  id: string,
  update: IncidentUpdate,
  nowMs: number,
): Promise<Change<IncidentAnswer>> {
  const story = await storyOf(db, id);
  const facts = saidOf(factsOf(story), update, nowMs);
  const added = await readNamedComponents(db, update.components);
  const now = await componentsNow(db, story, added);
  const affected = changesSince(story.components, now);
  const at = new Date(nowMs);
  await db
    .updateTable("incidents")
    .set({
      automatic: false,
      status: facts.status,
      impact: facts.impact,
      updated_at: at,
      monitoring_at: dateOf(facts.monitoringAtMs),
      resolved_at: dateOf(facts.resolvedAtMs),
      name: JSON.stringify(readText("name", update, story.row.name)),
      ...(added.length > 0 && { group_id: commonGroup(now) }),
    })
    .where("id", "=", id)
    .execute();
  await writeTold(db, id, now);
  await writeUpdate(db, id, facts.status, update.said, affected, at);
  const after = incidentAnswer(await storyOf(db, id));
  return { subject: id, before: incidentAnswer(story), after, isChange: true };
}

/** Resolves an incident; one that is over already stays as it is unless something is said of it. */
export async function resolveIncident(
  db: Database,
  id: string,
  said: Translations,
  isSilent: boolean,
  nowMs: number,
): Promise<Change<IncidentAnswer>> {
  const story = await storyOf(db, id);
  if (isSilent && story.row.resolved_at !== null) {
    const after = incidentAnswer(story);
    return { subject: id, before: after, after, isChange: false };
  }
  return updateIncident(db, id, { status: "resolved", components: [], said }, nowMs);
}

/** What a person said, for readers and, since it is not notified yet, for subscribers. */
export async function writeUpdate(
  db: Database,
  incidentId: string,
  status: IncidentStatus | MaintenanceStatus,
  body: Translations,
  affected: readonly AffectedComponent[],
  at: Date,
): Promise<void> {
  const shownAt = await afterLastUpdate(db, incidentId, at);
  await db
    .insertInto("incident_updates")
    .values({
      id: newId(),
      incident_id: incidentId,
      status,
      body: JSON.stringify(body),
      created_at: shownAt,
      updated_at: shownAt,
      display_at: shownAt,
      affected: JSON.stringify(affected),
      notified_at: null,
    })
    .execute();
}

/** Later than what was said before, also within a millisecond and by another machine's clock: readers see the order. */
async function afterLastUpdate(db: Database, incidentId: string, at: Date): Promise<Date> {
  const last = await db
    .selectFrom("incident_updates")
    .select("display_at")
    .where("incident_id", "=", incidentId)
    .orderBy("display_at", "desc")
    .executeTakeFirst();
  return new Date(Math.max(at.getTime(), (last?.display_at.getTime() ?? 0) + 1));
}

/** The components of a story that are still monitored, and those that are added, as they are now. */
export async function componentsNow(
  db: Database,
  story: StoredStory,
  added: readonly NamedComponent[],
): Promise<NamedComponent[]> {
  const monitored = await db
    .selectFrom("incident_components")
    .innerJoin("components", "components.id", "incident_components.component_id")
    .select("components.id")
    .where("incident_id", "=", story.row.id)
    .where("removed_at", "is", null)
    .execute();
  const ids = new Set([...monitored, ...added].map(({ id }) => id));
  return readNamedComponents(db, [...ids]);
}

async function storyOf(db: Database, id: string): Promise<StoredStory> {
  const story = await readStory(db, "incident", id);
  if (story !== undefined) return story;
  throw new AdminError("not_found", `there is no incident ${id}`);
}

function factsOf({ row }: StoredStory): IncidentFacts {
  return {
    status: row.status as IncidentStatus,
    impact: row.impact as Exclude<IncidentImpact, "maintenance">,
    monitoringAtMs: row.monitoring_at?.getTime() ?? null,
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
  };
}

function dateOf(timeMs: number | null): Date | null {
  return timeMs === null ? null : new Date(timeMs);
}
