import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type Static, Type } from "typebox";
import type { Database, IncidentImpact, IncidentStatus } from "#migrations/status/schema.ts";
import { INCIDENT_IMPACTS, UNRESOLVED_STATUSES } from "#monitor/domain/component-status.ts";
import { canGoOn } from "#monitor/domain/incident-plan.ts";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { changesSince, commonGroup } from "#monitor/domain/status-event.ts";
import { listStatusEvents, type StoredStatusEvent } from "#monitor/store/status-events.ts";
import {
  changeStatusEvent,
  insertLatest,
  insertStatusEvent,
  writeStatuses,
} from "#monitor/store/write-status-events.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import { invalidField, wrongState } from "./admin-error.ts";
import { object } from "../documents/document-schemas.ts";
import type { AdminContext } from "./admin-context.ts";
import { answerOf, IncidentAnswer, type ListAnswer, pageOf } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import { type SaidOfIncident, saidOf } from "./incident-rules.ts";
import { postmortemDraft } from "./postmortem-draft.ts";
import { readPostmortemFacts } from "./postmortem-facts.ts";
import * as fields from "./request-fields.ts";
import {
  commonFields,
  componentsNow,
  readNamedComponents,
  silentText,
  statusEventOf,
} from "./status-event-parts.ts";
import { answerFields, type RequestedText, readText } from "./text-fields.ts";

const impact = Type.Enum(INCIDENT_IMPACTS);

const IncidentQuery = object({
  ...fields.pageFields,
  status: Type.Enum(["all", "unresolved"], { default: "all" }),
});

const NewIncident = object({
  ...fields.name,
  status: Type.Optional(Type.Enum(UNRESOLVED_STATUSES)),
  impact,
  ...fields.body,
  components: fields.componentsField(0),
  started_at: Type.Optional(fields.timeField),
});

const Update = object({
  status: Type.Optional(Type.Enum([...UNRESOLVED_STATUSES, "resolved"])),
  impact: Type.Optional(impact),
  ...fields.optionalName,
  ...fields.body,
  components: Type.Optional(fields.componentsField(0)),
});

/** Serves what people do with incidents; a person's first update takes an incident from automation, until it is given back. */
export const incidentRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  const { db, consoleUrl } = context;
  const change = changesOf(app, context);

  app.get("/incidents", { schema: { querystring: IncidentQuery } }, (request) =>
    listIncidents(db, request.query),
  );

  app.get("/incidents/:id", { schema: { params: fields.OneById } }, async (request) =>
    incidentAnswer(await statusEventOf(db, "incident", request.params.id)),
  );

  app.get(
    "/incidents/:id/postmortem-draft",
    { schema: { params: fields.OneById } },
    async (request) => {
      const facts = await readPostmortemFacts(db, request.params.id, consoleUrl);
      return answerFields(
        "body",
        forEachLanguage((language) => postmortemDraft(facts, language)),
      );
    },
  );

  change("POST /incidents", {
    action: "incident.open",
    code: 201,
    body: NewIncident,
    hasPreview: true,
    make: openIncident,
  });
  change("POST /incidents/:id/updates", {
    action: "incident.update",
    code: 201,
    body: Update,
    hasPreview: true,
    make: updateIncident,
  });
  change("POST /incidents/:id/resolve", {
    action: "incident.resolve",
    body: fields.StepText,
    make: resolveIncident,
  });
  change("POST /incidents/:id/automation", {
    action: "incident.automation",
    body: object({}),
    make: giveBack,
  });
  change("POST /incidents/:id/postmortem", {
    action: "incident.postmortem",
    code: 201,
    body: object(fields.body),
    hasPreview: true,
    make: (tx, { id, body, nowMs }) =>
      updateIncident(tx, { id, body: { ...body, status: "postmortem" }, nowMs }),
  });
};

/** Lists incidents, newest first; `before` is the id of one. */
export async function listIncidents(
  db: Database,
  { limit, before, status }: Static<typeof IncidentQuery>,
): Promise<ListAnswer<IncidentAnswer>> {
  const list = { limit, before, unfinished: status === "unresolved" };
  return pageOf((await listStatusEvents(db, "incident", list)).map(incidentAnswer), limit);
}

/** Opens an incident; automation will not touch it. */
async function openIncident(
  db: Database,
  { body: requested, nowMs }: Requested<typeof NewIncident>,
): Promise<Change> {
  const { status = "investigating" } = requested;
  const startedAtMs = fields.timeOf("started_at", requested.started_at) ?? nowMs;
  if (startedAtMs > nowMs) {
    throw invalidField("started_at", "is in the future; it takes a time until now");
  }
  const components = await readNamedComponents(db, requested.components);
  const id = await insertStatusEvent(
    db,
    {
      name: readText("name", requested),
      status,
      impact: requested.impact,
      automatic: false,
      groupId: commonGroup(components),
      startedAtMs,
      monitoringAtMs: status === "monitoring" ? nowMs : null,
    },
    nowMs,
  );
  const affected = changesSince(new Map(), components);
  await writeStatuses(db, id, components);
  await insertLatest(db, id, { status, body: readText("body", requested), affected }, nowMs);
  return { before: null, after: incidentAnswer(await statusEventOf(db, "incident", id)) };
}

interface RequestedUpdate extends Pick<Requested, "id" | "nowMs"> {
  readonly body: SaidOfIncident &
    RequestedText<"name" | "body"> & { readonly components?: readonly string[] };
}

/** Adds a person's update to an incident, which takes it from automation; `components` are added to those it has. */
async function updateIncident(
  db: Database,
  { id, body: requested, nowMs }: RequestedUpdate,
  said: Translations = readText("body", requested),
): Promise<Change> {
  const statusEvent = await statusEventOf(db, "incident", id);
  const { row } = statusEvent;
  const facts = saidOf(
    {
      status: row.status as IncidentStatus,
      impact: row.impact as Exclude<IncidentImpact, "maintenance">,
      monitoringAtMs: row.monitoring_at?.getTime() ?? null,
      resolvedAtMs: row.resolved_at?.getTime() ?? null,
    },
    requested,
    nowMs,
  );
  const added = await readNamedComponents(db, requested.components ?? []);
  const published = new Map(statusEvent.components.map((one) => [one.id, one.status]));
  // Components that fail after the end belong to another incident.
  const isPast = row.resolved_at !== null && facts.resolvedAtMs !== null;
  const now = isPast
    ? [...statusEvent.components, ...added].map(({ id, name, ...rest }) => ({
        ...rest,
        id,
        name: typeof name === "string" ? name : name.en,
        status: published.get(id) ?? ("operational" as const),
      }))
    : await componentsNow(db, statusEvent, added);
  await changeStatusEvent(
    db,
    id,
    {
      ...facts,
      automatic: false,
      worstImpact: null,
      name: readText("name", requested, row.name),
      ...(added.length > 0 && { groupId: commonGroup(now) }),
    },
    nowMs,
  );
  await writeStatuses(db, id, now);
  const affected = changesSince(published, now);
  await insertLatest(db, id, { status: facts.status, body: said, affected }, nowMs);
  const after = incidentAnswer(await statusEventOf(db, "incident", id));
  return { before: incidentAnswer(statusEvent), after };
}

/** Resolves an incident; one that is already over changes only if a text is given. */
async function resolveIncident(
  db: Database,
  { id, body, nowMs }: Requested<typeof fields.StepText>,
): Promise<Change> {
  const said = fields.textOf(body);
  const statusEvent = await statusEventOf(db, "incident", id);
  if (said === undefined && statusEvent.row.resolved_at !== null) {
    const after = incidentAnswer(statusEvent);
    return { before: after, after };
  }
  const update = { id, body: { status: "resolved" }, nowMs } as const;
  return updateIncident(db, update, said ?? silentText("resolved"));
}

/** Returns an incident to automation, which continues from its last update; subscribers are not notified. */
async function giveBack(db: Database, { id, nowMs }: Requested): Promise<Change> {
  const statusEvent = await statusEventOf(db, "incident", id);
  const { row, updates } = statusEvent;
  const before = incidentAnswer(statusEvent);
  if (row.resolved_at !== null) {
    throw wrongState(`the incident is ${row.status}; automation takes an open one`);
  }
  if (row.automatic) return { before, after: before };
  const opening = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject", "=", id)
    .where("action", "=", "incident.open")
    .executeTakeFirst();
  if (!canGoOn(opening !== undefined, await componentsNow(db, statusEvent))) {
    throw wrongState(
      "a person opened the incident and no check of its components fails, so automation would resolve it at once; resolve it",
      "components",
    );
  }
  // The last update may be dated after now.
  const givenBackAtMs = Math.max(nowMs, ...updates.map(({ created_at }) => created_at.getTime()));
  await changeStatusEvent(db, id, { automatic: true, givenBackAtMs }, nowMs);
  return { before, after: incidentAnswer(await statusEventOf(db, "incident", id)) };
}

/** Returns an incident as the admin API answers it. */
function incidentAnswer(statusEvent: StoredStatusEvent): IncidentAnswer {
  return answerOf(IncidentAnswer, {
    ...commonFields(statusEvent),
    evidence_path: `/admin/evidence?incident=${statusEvent.row.id}`,
  });
}
