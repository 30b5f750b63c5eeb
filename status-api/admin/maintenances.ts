import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Translations } from "#monitor/domain/localized-text.ts";
import {
  changeStory,
  deleteTold,
  insertSaid,
  insertStory,
  writeTold,
} from "#monitor/store/write-stories.ts";
import { changesSince, commonGroup } from "#monitor/domain/story.ts";
import { maintenanceStatusAt } from "#monitor/domain/maintenance.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { AdminError } from "./admin-error.ts";
import type { MaintenanceAnswer } from "./answers.ts";
import type { Change } from "./change.ts";
import { componentsNow } from "./incidents.ts";
import {
  afterStep,
  checkTimes,
  type MaintenanceStepName,
  withNewTimes,
} from "./maintenance-rules.ts";
import { type NamedComponent, readNamedComponents } from "./named-components.ts";
import { maintenanceTimes, readStory, type StoredStory } from "#monitor/store/stories.ts";
import { maintenanceAnswer } from "./stories.ts";
import { type AskedText, readText } from "./text-fields.ts";
import { newTimesText } from "./update-texts.ts";

type Database = Kysely<StatusDatabase>;

/** A maintenance as a person plans it; epoch milliseconds. */
export interface NewMaintenance {
  readonly name: Translations;
  readonly body: Translations;
  /** When it begins; undefined begins it at once. */
  readonly scheduledForMs: number | undefined;
  readonly scheduledUntilMs: number;
  readonly components: readonly string[];
}

/** What a person changes of a maintenance; what is undefined stays. */
export interface MaintenanceChange extends AskedText<"name"> {
  readonly scheduledForMs?: number | undefined;
  readonly scheduledUntilMs?: number | undefined;
  /** All that it has from now on; only before it begins. */
  readonly components?: readonly string[] | undefined;
  /** What is said of the change; undefined says the new times. */
  readonly text?: Translations | undefined;
}

/** Plans a maintenance. Throws AdminError. */
export async function scheduleMaintenance(
  db: Database,
  maintenance: NewMaintenance,
  nowMs: number,
): Promise<Change<MaintenanceAnswer>> {
  const { scheduledForMs = nowMs, scheduledUntilMs } = maintenance;
  checkTimes({ scheduledForMs, scheduledUntilMs }, { mayHaveBegun: false }, nowMs);
  const components = await readNamedComponents(db, maintenance.components);
  const id = await insertStory(
    db,
    {
      name: maintenance.name,
      status: "scheduled",
      impact: "maintenance",
      automatic: false,
      groupId: commonGroup(components),
      startedAtMs: scheduledForMs,
      scheduledForMs,
      scheduledUntilMs,
    },
    nowMs,
  );
  await writeTold(db, id, components);
  await insertSaid(db, id, { status: "scheduled", body: maintenance.body, affected: [] }, nowMs);
  const after = maintenanceAnswer(await storyOf(db, id), nowMs);
  return { subject: id, before: null, after, isChange: true };
}

/** Gives a maintenance other times, names or components, and says so. Throws AdminError. */
export async function changeMaintenance(
  db: Database,
  id: string,
  change: MaintenanceChange,
  nowMs: number,
): Promise<Change<MaintenanceAnswer>> {
  const story = await storyOf(db, id);
  const { row } = story;
  const scheduledForMs = (row.scheduled_for ?? row.started_at).getTime();
  const before = maintenanceAnswer(story, nowMs);
  const times = withNewTimes({ ...maintenanceTimes(row), scheduledForMs }, change, nowMs);
  const isScheduled = before.status === "scheduled";
  const components = await newComponents(db, story, change.components, isScheduled);
  const isMoved =
    times.scheduledForMs !== scheduledForMs ||
    times.scheduledUntilMs !== row.scheduled_until?.getTime();
  const name = readText("name", change, row.name);
  const isRenamed = !isDeepStrictEqual(name, row.name);
  if (!isMoved && !isRenamed && components === undefined && change.text === undefined) {
    return { subject: id, before, after: before, isChange: false };
  }
  await changeStory(
    db,
    id,
    {
      ...times,
      name,
      ...(isScheduled && { startedAtMs: times.scheduledForMs }),
      ...(components !== undefined && { groupId: commonGroup(components) }),
    },
    nowMs,
  );
  if (components !== undefined) {
    await deleteTold(db, id);
    await writeTold(db, id, components);
  }
  const said = isMoved ? newTimesText(times.scheduledForMs, times.scheduledUntilMs) : undefined;
  const text = change.text ?? said;
  if (text !== undefined) {
    const status = maintenanceStatusAt(maintenanceTimes(row), nowMs);
    await insertSaid(db, id, { status, body: text, affected: [] }, nowMs);
  }
  const after = maintenanceAnswer(await storyOf(db, id), nowMs);
  return { subject: id, before, after, isChange: true };
}

/** Takes a step that a person may take; one that was the last is not taken again. Throws AdminError. */
export async function stepMaintenance(
  db: Database,
  id: string,
  step: MaintenanceStepName,
  text: Translations,
  isSilent: boolean,
  nowMs: number,
): Promise<Change<MaintenanceAnswer>> {
  const story = await storyOf(db, id);
  const before = maintenanceAnswer(story, nowMs);
  const move = afterStep(maintenanceTimes(story.row), step, nowMs);
  if (move === null) {
    if (isSilent) return { subject: id, before, after: before, isChange: false };
    throw new AdminError("wrong_state", `the maintenance is ${before.status} already`);
  }
  await changeStory(db, id, move, nowMs);
  const now = step === "start" ? await componentsNow(db, story, []) : [];
  const hidden = now.map((one) => ({ ...one, status: "under_maintenance" as const }));
  await writeTold(db, id, hidden);
  const affected = changesSince(new Map(now.map((one) => [one.id, one.status])), hidden);
  await insertSaid(db, id, { status: move.status, body: text, affected }, nowMs);
  const after = maintenanceAnswer(await storyOf(db, id), nowMs);
  return { subject: id, before, after, isChange: true };
}

/** Undefined when they stay as they are. */
async function newComponents(
  db: Database,
  story: StoredStory,
  ids: readonly string[] | undefined,
  isScheduled: boolean,
): Promise<readonly NamedComponent[] | undefined> {
  if (ids === undefined) return undefined;
  const known = new Set(story.components.map(({ id }) => id));
  if (new Set(ids).size === known.size && ids.every((id) => known.has(id))) return undefined;
  if (isScheduled) return readNamedComponents(db, ids);
  throw new AdminError(
    "wrong_state",
    "the maintenance has begun; its components do not change any more, schedule another one for others",
    { param: "components" },
  );
}

async function storyOf(db: Database, id: string): Promise<StoredStory> {
  const story = await readStory(db, "maintenance", id);
  if (story !== undefined) return story;
  throw new AdminError("not_found", `there is no maintenance ${id}`);
}
