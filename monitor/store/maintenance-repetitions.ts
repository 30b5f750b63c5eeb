import type { Database } from "#migrations/status/schema.ts";
import { nextOccurrence } from "../domain/repetition.ts";
import { readComponentStates } from "./components.ts";
import { readMembers } from "./status-events.ts";
import {
  changeStatusEvent,
  insertLatest,
  insertStatusEvent,
  writeStatuses,
} from "./write-status-events.ts";

/**
 * Schedules the next maintenance after a repeating one that has ended or was cancelled, with its name, those of its components
 * that are still monitored, and the text of the first announcement. Occurrences that have passed meanwhile are skipped.
 */
export async function planNextMaintenance(db: Database, id: string, nowMs: number): Promise<void> {
  const row = await db
    .selectFrom("incidents")
    .select(["name", "group_id", "scheduled_for", "repetition"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { repetition } = row;
  if (repetition === null) return;
  await changeStatusEvent(db, id, { repetition: null }, nowMs);
  const ids = new Set(((await readMembers(db, [id])).get(id) ?? []).map((member) => member.id));
  const components = (await readComponentStates(db)).filter((component) => ids.has(component.id));
  const fromMs = nextOccurrence(repetition, Math.max(nowMs, row.scheduled_for?.getTime() ?? nowMs));
  if (fromMs === null || components.length === 0) return;
  const nextId = await insertStatusEvent(
    db,
    {
      name: row.name,
      status: "scheduled",
      impact: "maintenance",
      automatic: false,
      groupId: row.group_id,
      startedAtMs: fromMs,
      scheduledForMs: fromMs,
      scheduledUntilMs: fromMs + repetition.lengthMs,
      repetition,
    },
    nowMs,
  );
  await writeStatuses(db, nextId, components);
  const said = { status: "scheduled", body: repetition.body, affected: [] } as const;
  await insertLatest(db, nextId, said, nowMs);
}
