import type { Database } from "#migrations/status/schema.ts";
import type { ComponentOverride } from "../domain/component-override.ts";

/** Stores a person's override of a component's status; null removes it. */
export async function writeOverride(
  db: Database,
  componentId: string,
  override: ComponentOverride | null,
): Promise<void> {
  await db
    .updateTable("components")
    .set({ override: override && JSON.stringify(override) })
    .where("id", "=", componentId)
    .execute();
}
