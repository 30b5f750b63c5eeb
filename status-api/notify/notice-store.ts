import { type LocalizedText, localizedText } from "#monitor/domain/localized-text.ts";
import type { Kysely } from "kysely";
import { readUpdates, updateOf } from "#monitor/store/incident-history.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import type { Notice, NoticeComponent } from "./messages/notice.ts";

type Database = Kysely<StatusDatabase>;

/** What the page is called and where its readers are; undefined while no prober has set it up. */
export type NoticePage = Omit<Notice["page"], "overall">;

/** Reads what the page is called. */
export async function readNoticePage(db: Database): Promise<NoticePage | undefined> {
  const row = await db.selectFrom("page").selectAll().executeTakeFirst();
  return row === undefined
    ? undefined
    : { id: row.id, name: localizedText(row.name), timeZone: row.time_zone };
}

/** Reads what a message tells that is for `updateIds`, all of one incident; undefined when they are no more. */
export async function readNotice(
  db: Database,
  page: NoticePage,
  overall: OverallStatus,
  updateIds: readonly string[],
): Promise<Notice | undefined> {
  const incident = await db
    .selectFrom("incidents")
    .innerJoin("incident_updates", "incident_updates.incident_id", "incidents.id")
    .selectAll("incidents")
    .where("incident_updates.id", "in", updateIds)
    .executeTakeFirst();
  if (incident === undefined) return undefined;
  const toldIds = new Set(updateIds);
  const all = (await readUpdates(db, [incident.id])).get(incident.id)?.map(updateOf) ?? [];
  // What was said later is told later, in a message of its own.
  const [newest, ...older] = all.slice(all.findIndex(({ id }) => toldIds.has(id)));
  if (newest === undefined) return undefined;
  return {
    page: { ...page, overall },
    incident: {
      id: incident.id,
      name: localizedText(incident.name),
      impact: incident.impact,
      startedAtMs: incident.started_at.getTime(),
      createdAtMs: incident.created_at.getTime(),
      resolvedAtMs: incident.resolved_at?.getTime() ?? null,
      scheduledForMs: incident.scheduled_for?.getTime() ?? null,
      scheduledUntilMs: incident.scheduled_until?.getTime() ?? null,
      components: await readComponents(db, incident.id),
    },
    updates: [newest, ...older],
    toldIds,
  };
}

/** Reads the names of the page's components, in its order. */
export async function readComponentNames(
  db: Database,
): Promise<{ readonly id: string; readonly name: LocalizedText }[]> {
  const rows = await db
    .selectFrom("components")
    .leftJoin("component_groups", "component_groups.id", "components.group_id")
    .select(["components.id", "components.name"])
    .where("components.removed_at", "is", null)
    .orderBy("component_groups.position", (order) => order.asc().nullsLast())
    .orderBy("components.position")
    .execute();
  return rows.map(({ id, name }) => ({ id, name: localizedText(name) }));
}

async function readComponents(db: Database, incidentId: string): Promise<NoticeComponent[]> {
  const rows = await db
    .selectFrom("incident_components")
    .innerJoin("components", "components.id", "incident_components.component_id")
    .selectAll("components")
    .select("incident_components.status")
    .where("incident_components.incident_id", "=", incidentId)
    .orderBy("components.group_id")
    .orderBy("components.position")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: localizedText(row.name),
    description: localizedText(row.description),
    groupId: row.group_id,
    position: row.position,
    status: row.status,
  }));
}
