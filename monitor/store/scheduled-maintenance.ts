import type { Database } from "#migrations/status/schema.ts";
import type { Translations } from "../domain/localized-text.ts";
import { nextOccurrence, type Repetition } from "../domain/repetition.ts";
import { commonGroup } from "../domain/status-event.ts";
import { type ComponentState, readComponentStates } from "./components.ts";
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
    .select(["name", "scheduled_for", "repetition"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { repetition } = row;
  if (repetition === null) return;
  await changeStatusEvent(db, id, { repetition: null }, nowMs);
  const ids = new Set(((await readMembers(db, [id])).get(id) ?? []).map((member) => member.id));
  const components = (await readComponentStates(db)).filter((component) => ids.has(component.id));
  const fromMs = nextOccurrence(repetition, Math.max(nowMs, row.scheduled_for?.getTime() ?? nowMs));
  if (fromMs === null || components.length === 0) return;
  const next = {
    name: row.name,
    scheduledForMs: fromMs,
    scheduledUntilMs: fromMs + repetition.lengthMs,
    body: repetition.body,
    repetition,
  };
  await insertMaintenance(db, next, components, nowMs);
}

/** Schedules a maintenance of components and announces it with a text; returns its id. */
export async function insertMaintenance(
  db: Database,
  {
    body,
    ...scheduled
  }: {
    readonly name: Translations;
    readonly scheduledForMs: number;
    readonly scheduledUntilMs: number;
    readonly body: Translations;
    readonly repetition: Repetition | null;
  },
  components: readonly Pick<ComponentState, "id" | "status" | "groupId">[],
  nowMs: number,
): Promise<string> {
  const maintenance = {
    ...scheduled,
    status: "scheduled",
    impact: "maintenance",
    automatic: false,
    groupId: commonGroup(components),
    startedAtMs: scheduled.scheduledForMs,
  } as const;
  const id = await insertStatusEvent(db, maintenance, nowMs);
  await writeStatuses(db, id, components);
  await insertLatest(db, id, { status: "scheduled", body, affected: [] }, nowMs);
  return id;
}
