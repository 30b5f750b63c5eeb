import { localizedText } from "../domain/localized-text.ts";
import { noIdentity, pageIdentity } from "../domain/page-identity.ts";
import type { Database } from "#migrations/status/schema.ts";

/** The status page as configured. */
export type Page = NonNullable<Awaited<ReturnType<typeof readPage>>>;

/** A configured group. */
export type ConfiguredGroup = Awaited<ReturnType<typeof readGroups>>[number];

/** A configured component, and until when its open interval is known. */
export type ComponentRow = Awaited<ReturnType<typeof readComponents>>[number];

/** A configured component. */
export type ConfiguredComponent = Omit<ComponentRow, "knownUntilMs">;

/** A component with the status of its open interval; `unknown` while nothing was observed. */
export type ComponentState = Awaited<ReturnType<typeof readComponentStates>>[number];

/** Reads the page; undefined while no prober has set it up. */
export async function readPage(db: Database) {
  const row = await db.selectFrom("page").selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    name: localizedText(row.name),
    url: row.url,
    /** IANA name. */
    timeZone: row.time_zone,
    identity: row.identity === null ? noIdentity : pageIdentity(row.identity),
    pictures: row.pictures ?? [],
    /** The share of an outage's time that counts as downtime. */
    weights: { partial_outage: row.partial_outage_weight, major_outage: row.major_outage_weight },
  };
}

/** Reads the configured groups. */
export async function readGroups(db: Database) {
  const rows = await db
    .selectFrom("component_groups")
    .select(["id", "name", "position"])
    .where("removed_at", "is", null)
    .execute();
  return rows.map(({ id, name, position }) => ({ id, name: localizedText(name), position }));
}

/** Reads the configured components in the page's order: group by group, those without a group last. */
export async function readComponents(db: Database) {
  const rows = await db
    .selectFrom("components")
    .leftJoin("component_groups", "component_groups.id", "components.group_id")
    .selectAll("components")
    .where("components.removed_at", "is", null)
    .orderBy("component_groups.position", (order) => order.asc().nullsLast())
    .orderBy("components.position")
    .orderBy("components.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: localizedText(row.name),
    description: localizedText(row.description),
    groupId: row.group_id,
    position: row.position,
    showcase: row.showcase,
    onlyShowIfDegraded: row.only_show_if_degraded,
    /** The monthly uptime objective in percent; null if none is set. */
    objective: row.objective,
    isReportPublic: row.report_public,
    /** The override that a person set, whether it is still in effect or not. */
    override: row.override,
    createdAtMs: row.created_at.getTime(),
    /** Until when observations cover the open interval; null before the first one. */
    knownUntilMs: row.known_until?.getTime() ?? null,
  }));
}

/** Reads the names of the configured components, in the page's order. */
export async function readComponentNames(
  db: Database,
): Promise<Pick<ConfiguredComponent, "id" | "name">[]> {
  return (await readComponents(db)).map(({ id, name }) => ({ id, name }));
}

/** Reads the name of a component, also of one that is not configured any more. */
export async function readComponentName(db: Database, id: string) {
  const row = await db
    .selectFrom("components")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : localizedText(row.name);
}

/** Reads the status of each configured component, in the page's order. */
export async function readComponentStates(db: Database) {
  const rows = await db
    .selectFrom("components")
    .leftJoin("component_states", (join) =>
      join.onRef("component_states.component_id", "=", "components.id").on("to_at", "is", null),
    )
    .leftJoin("component_groups", "component_groups.id", "components.group_id")
    .select(["components.id", "components.name", "components.group_id", "components.depends_on"])
    .select("component_states.status")
    .where("components.removed_at", "is", null)
    .orderBy("component_groups.position", (order) => order.asc().nullsLast())
    .orderBy("components.position")
    .orderBy("components.id")
    .execute();
  return rows.map(({ id, name, group_id, depends_on, status }) => ({
    id,
    dependsOn: depends_on ?? [],
    name: localizedText(name),
    groupId: group_id,
    status: status ?? ("unknown" as const),
  }));
}
