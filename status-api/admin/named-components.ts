import type { Kysely } from "kysely";
import type { ComponentStatus, StatusDatabase } from "#migrations/status/schema.ts";
import { readComponentStates } from "#monitor/store/components.ts";
import { AdminError } from "./admin-error.ts";

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
  const rows = await readComponentStates(db);
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
    .map((component) => ({ ...component, name: component.name.en }));
}
