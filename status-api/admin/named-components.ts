import type { Kysely } from "kysely";
import type {
  AffectedComponent,
  ComponentStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { AdminError } from "./admin-error.ts";
import type { StoredComponent } from "./stories.ts";

/** A component as a person names it. */
export interface NamedComponent {
  readonly id: string;
  readonly name: string;
  readonly groupId: string | null;
  /** What its checks say now; `unknown` while nothing was observed. */
  readonly status: ComponentStatus;
}

/** Reads the components of `ids` as they are now; throws AdminError for one that is not monitored. */
export async function readNamedComponents(
  db: Kysely<StatusDatabase>,
  ids: readonly string[],
): Promise<NamedComponent[]> {
  const rows = await db
    .selectFrom("components")
    .leftJoin("component_states", (join) =>
      join.onRef("component_states.component_id", "=", "components.id").on("to_at", "is", null),
    )
    .select(["components.id", "components.name", "components.group_id", "component_states.status"])
    .where("components.removed_at", "is", null)
    .orderBy("components.position")
    .orderBy("components.id")
    .execute();
  const stranger = ids.find((id) => !rows.some((row) => row.id === id));
  if (stranger !== undefined) {
    const known = rows.map(({ id }) => id).join(", ");
    throw new AdminError(
      "unknown_component",
      `components names "${stranger}", which is not monitored; there are ${known}`,
      { param: "components" },
    );
  }
  return rows
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, group_id, status }) => ({
      id,
      name: localizedText(name).en,
      groupId: group_id,
      status: status ?? "unknown",
    }));
}

/** The group that all of them are of; null when they are of several or of none. */
export function commonGroup(components: readonly NamedComponent[]): string | null {
  const groups = new Set(components.map(({ groupId }) => groupId));
  return groups.size === 1 ? (components[0]?.groupId ?? null) : null;
}

/** What changed since each component was last told of; one that is new was operational. */
export function changesSince(
  told: readonly StoredComponent[],
  now: readonly Pick<NamedComponent, "id" | "name" | "status">[],
): AffectedComponent[] {
  return now.flatMap(({ id, name, status }) => {
    const before = told.find((one) => one.id === id)?.status ?? "operational";
    return before === status ? [] : [{ code: id, name, old_status: before, new_status: status }];
  });
}

/** Stores what is told of `components` now. */
export async function writeTold(
  db: Kysely<StatusDatabase>,
  incidentId: string,
  components: readonly Pick<NamedComponent, "id" | "status">[],
): Promise<void> {
  if (components.length === 0) return;
  await db
    .insertInto("incident_components")
    .values(
      components.map(({ id, status }) => ({
        incident_id: incidentId,
        component_id: id,
        status,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["incident_id", "component_id"])
        .doUpdateSet((excluded) => ({ status: excluded.ref("excluded.status") })),
    )
    .execute();
}
