import type { Kysely } from "kysely";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { readComponentStates } from "#monitor/store/components.ts";
import { changeStory, insertSaid, insertStory, writeTold } from "#monitor/store/write-stories.ts";
import { changesSince, commonGroup } from "#monitor/domain/story.ts";
import type {
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import { AdminError } from "./admin-error.ts";
import type { IncidentAnswer } from "./answers.ts";
import type { Change } from "./change.ts";
import { type IncidentFacts, type SaidOfIncident, saidOf } from "./incident-rules.ts";
import { type NamedComponent, readNamedComponents } from "./named-components.ts";
import { incidentAnswer } from "./stories.ts";
import { readStory, type StoredStory } from "#monitor/store/stories.ts";
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
  const { name, status, impact } = incident;
  const id = await insertStory(
    db,
    {
      name,
      status,
      impact,
      automatic: false,
      groupId: commonGroup(components),
      startedAtMs,
      monitoringAtMs: status === "monitoring" ? nowMs : null,
    },
    nowMs,
  );
  const affected = changesSince(new Map(), components);
  await writeTold(db, id, components);
  await insertSaid(db, id, { status, body: incident.body, affected }, nowMs);
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
  const affected = changesSince(toldOf(story), now);
  await changeStory(
    db,
    id,
    {
      ...facts,
      automatic: false,
      name: readText("name", update, story.row.name),
      ...(added.length > 0 && { groupId: commonGroup(now) }),
    },
    nowMs,
  );
  await writeTold(db, id, now);
  await insertSaid(db, id, { status: facts.status, body: update.said, affected }, nowMs);
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

/** The components of a story that are still monitored, and those that are added, as they are now. */
export async function componentsNow(
  db: Database,
  story: StoredStory,
  added: readonly NamedComponent[],
): Promise<NamedComponent[]> {
  const monitored = new Set((await readComponentStates(db)).map(({ id }) => id));
  const known = story.components.filter(({ id }) => monitored.has(id));
  const ids = new Set([...known, ...added].map(({ id }) => id));
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

function toldOf({ components }: StoredStory): ReadonlyMap<string, ComponentStatus> {
  return new Map(components.map(({ id, status }) => [id, status]));
}
