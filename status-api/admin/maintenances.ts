import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { maintenanceStatusAt } from "#monitor/domain/maintenance.ts";
import { changesSince, commonGroup } from "#monitor/domain/status-event.ts";
import { momentMark } from "#monitor/domain/text-moments.ts";
import { insertMaintenance, planNextMaintenance } from "#monitor/store/scheduled-maintenance.ts";
import {
  listStatusEvents,
  maintenanceTimes,
  type StoredStatusEvent,
} from "#monitor/store/status-events.ts";
import {
  changeStatusEvent,
  deleteStatuses,
  insertLatest,
  writeStatuses,
} from "#monitor/store/write-status-events.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { nullable, object } from "../documents/document-schemas.ts";
import { updateTexts } from "../texts/texts.ts";
import type { AdminContext } from "./admin-context.ts";
import { wrongState } from "./admin-error.ts";
import { answerOf, MaintenanceAnswer, pageOf } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import {
  afterStep,
  checkTimes,
  MAINTENANCE_STEPS,
  type MaintenanceStepName,
  withNewTimes,
} from "./maintenance-rules.ts";
import { readRepetition, ruleField, timeZoneField } from "./repetition-fields.ts";
import * as fields from "./request-fields.ts";
import {
  commonFields,
  componentsNow,
  type NamedComponent,
  readNamedComponents,
  silentText,
  statusEventOf,
} from "./status-event-parts.ts";
import { readText } from "./text-fields.ts";

const MaintenanceQuery = object({
  ...fields.pageFields,
  status: Type.Enum(["all", "unfinished"], { default: "all" }),
});

/** The body of a request that schedules a maintenance. */
const NewMaintenance = object({
  ...fields.name,
  ...fields.body,
  scheduled_for: Type.Optional(fields.timeField),
  scheduled_until: fields.timeField,
  components: fields.componentsField(1),
  rrule: Type.Optional(ruleField),
  time_zone: Type.Optional(timeZoneField),
});

/** The fields of a maintenance that may be changed. */
const ChangedMaintenance = Type.Object(
  {
    ...fields.optionalName,
    ...fields.optionalBody,
    scheduled_for: Type.Optional(fields.timeField),
    scheduled_until: Type.Optional(fields.timeField),
    components: Type.Optional(fields.componentsField(1)),
    rrule: Type.Optional(nullable(ruleField)),
    time_zone: Type.Optional(timeZoneField),
  },
  { additionalProperties: false, minProperties: 1 },
);

/** Serves what people do with maintenance; it begins and ends on time by itself. */
export const maintenanceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  const { db, nowMs: now } = context;
  const change = changesOf(app, context);

  app.get("/maintenances", { schema: { querystring: MaintenanceQuery } }, async (request) => {
    const { limit, before, status } = request.query;
    const list = { limit, before, unfinished: status === "unfinished" };
    const statusEvents = await listStatusEvents(db, "maintenance", list);
    const nowMs = now();
    const answers = statusEvents.map((statusEvent) => maintenanceAnswer(statusEvent, nowMs));
    return pageOf(answers, limit);
  });

  app.get("/maintenances/:id", { schema: { params: fields.OneById } }, async (request) =>
    maintenanceAnswer(await statusEventOf(db, "maintenance", request.params.id), now()),
  );

  change("POST /maintenances", {
    action: "maintenance.schedule",
    code: 201,
    body: NewMaintenance,
    hasPreview: true,
    make: scheduleMaintenance,
  });
  change("PATCH /maintenances/:id", {
    action: "maintenance.change",
    body: ChangedMaintenance,
    hasPreview: true,
    make: changeMaintenance,
  });
  for (const step of MAINTENANCE_STEPS) {
    change(`POST /maintenances/:id/${step}`, {
      action: `maintenance.${step}`,
      body: fields.StepText,
      hasPreview: true,
      make: (tx, requested) => stepMaintenance(tx, requested, step),
    });
  }
};

/** Schedules a maintenance; without a start time it begins at once. */
async function scheduleMaintenance(
  db: Database,
  { body: requested, nowMs }: Requested<typeof NewMaintenance>,
): Promise<Change> {
  const scheduledForMs = fields.timeOf("scheduled_for", requested.scheduled_for) ?? nowMs;
  const scheduledUntilMs = fields.timeOf("scheduled_until", requested.scheduled_until);
  checkTimes({ scheduledForMs, scheduledUntilMs }, { mayHaveBegun: false }, nowMs);
  const components = await readNamedComponents(db, requested.components);
  const first = { scheduledForMs, scheduledUntilMs, body: readText("body", requested) };
  const repetition = (await readRepetition(db, requested, first)) ?? null;
  const maintenance = { ...first, name: readText("name", requested), repetition };
  const id = await insertMaintenance(db, maintenance, components, nowMs);
  const statusEvent = await statusEventOf(db, "maintenance", id);
  return { before: null, after: maintenanceAnswer(statusEvent, nowMs) };
}

/** Changes the times, name, components or repetition of a maintenance; adds an update only for new times or a given text. */
async function changeMaintenance(
  db: Database,
  { id, body: requested, nowMs }: Requested<typeof ChangedMaintenance>,
): Promise<Change> {
  const text = fields.textOf(requested);
  const asScheduled = {
    scheduledForMs: fields.timeOf("scheduled_for", requested.scheduled_for),
    scheduledUntilMs: fields.timeOf("scheduled_until", requested.scheduled_until),
  };
  const statusEvent = await statusEventOf(db, "maintenance", id);
  const { row } = statusEvent;
  const scheduledForMs = (row.scheduled_for ?? row.started_at).getTime();
  const before = maintenanceAnswer(statusEvent, nowMs);
  const times = withNewTimes({ ...maintenanceTimes(row), scheduledForMs }, asScheduled, nowMs);
  const isScheduled = before.status === "scheduled";
  const components = await newComponents(db, statusEvent, requested.components, isScheduled);
  const isMoved =
    times.scheduledForMs !== scheduledForMs ||
    times.scheduledUntilMs !== row.scheduled_until?.getTime();
  const name = readText("name", requested, row.name);
  const isRenamed = !isDeepStrictEqual(name, row.name);
  const first = { ...times, body: statusEvent.updates.at(-1)?.body ?? {} };
  const repetition = await readRepetition(db, requested, first);
  const repeatsAnew = repetition !== undefined && !isDeepStrictEqual(repetition, row.repetition);
  if (!isMoved && !isRenamed && !repeatsAnew && components === undefined && text === undefined) {
    return { before, after: before };
  }
  await changeStatusEvent(
    db,
    id,
    {
      ...times,
      name,
      ...(repeatsAnew && { repetition }),
      ...(isScheduled && { startedAtMs: times.scheduledForMs }),
      ...(components !== undefined && { groupId: commonGroup(components) }),
    },
    nowMs,
  );
  if (components !== undefined) {
    await deleteStatuses(db, id);
    await writeStatuses(db, id, components);
  }
  const said = text ?? (isMoved ? newTimesText(times) : undefined);
  if (said !== undefined) {
    const status = maintenanceStatusAt(maintenanceTimes(row), nowMs);
    await insertLatest(db, id, { status, body: said, affected: [] }, nowMs);
  }
  return { before, after: maintenanceAnswer(await statusEventOf(db, "maintenance", id), nowMs) };
}

/** Takes a step. Repeating the last one changes nothing, and throws AdminError if a text is given. */
async function stepMaintenance(
  db: Database,
  { id, body: given, nowMs }: Requested<typeof fields.StepText>,
  step: MaintenanceStepName,
): Promise<Change> {
  const said = fields.textOf(given);
  const statusEvent = await statusEventOf(db, "maintenance", id);
  const before = maintenanceAnswer(statusEvent, nowMs);
  const move = afterStep(maintenanceTimes(statusEvent.row), step, nowMs);
  if (move === null) {
    if (said === undefined) return { before, after: before };
    throw wrongState(`the maintenance is ${before.status} already`);
  }
  await changeStatusEvent(db, id, move, nowMs);
  const now = step === "start" ? await componentsNow(db, statusEvent) : [];
  const hidden = now.map((one) => ({ ...one, status: "under_maintenance" as const }));
  await writeStatuses(db, id, hidden);
  const affected = changesSince(new Map(now.map((one) => [one.id, one.status])), hidden);
  const body = said ?? silentText(step);
  await insertLatest(db, id, { status: move.status, body, affected }, nowMs);
  if (move.status === "completed") await planNextMaintenance(db, id, nowMs);
  return { before, after: maintenanceAnswer(await statusEventOf(db, "maintenance", id), nowMs) };
}

/** Reads the new components of a maintenance; undefined when they stay the same. Throws AdminError once it has begun. */
async function newComponents(
  db: Database,
  statusEvent: StoredStatusEvent,
  ids: readonly string[] | undefined,
  isScheduled: boolean,
): Promise<readonly NamedComponent[] | undefined> {
  if (ids === undefined) return undefined;
  const known = new Set(statusEvent.components.map(({ id }) => id));
  if (ids.length === known.size && ids.every((id) => known.has(id))) return undefined;
  if (isScheduled) return readNamedComponents(db, ids);
  throw wrongState(
    "the maintenance has begun; its components do not change any more, schedule another one for others",
    "components",
  );
}

function newTimesText(times: ReturnType<typeof withNewTimes>): LocalizedText {
  const values = {
    from: momentMark("time", times.scheduledForMs),
    until: momentMark("time", times.scheduledUntilMs),
  };
  return forEachLanguage((language) => fill(updateTexts[language].newTimes, values));
}

/** Returns a maintenance as of `nowMs`: it begins and ends on time even while no prober is running to record that. */
function maintenanceAnswer(statusEvent: StoredStatusEvent, nowMs: number): MaintenanceAnswer {
  const { row } = statusEvent;
  const times = maintenanceTimes(row);
  const status = maintenanceStatusAt(times, nowMs);
  const completedMs =
    times.resolvedAtMs ?? (status === "completed" ? times.scheduledUntilMs : null);
  const hasBegun = times.startedAtMs <= (times.resolvedAtMs ?? nowMs);
  return answerOf(MaintenanceAnswer, {
    ...commonFields(statusEvent),
    status,
    scheduled_for: row.scheduled_for ?? row.started_at,
    scheduled_until: new Date(times.scheduledUntilMs),
    started_at: hasBegun ? row.started_at : null,
    completed_at: completedMs === null ? null : new Date(completedMs),
    repeats: row.repetition && {
      rrule: row.repetition.rule,
      time_zone: row.repetition.timeZone,
    },
  });
}
