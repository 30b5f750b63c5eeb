import { Type } from "typebox";
import { AdminError } from "../../admin/admin-error.ts";
import { pageOf } from "../../admin/answers.ts";
import { openIncident, resolveIncident, updateIncident } from "../../admin/incidents.ts";
import { incidentAnswer, listStories, readStory } from "../../admin/stories.ts";
import { silentTexts } from "../../admin/texts.ts";
import type { AdminApp, AdminContext } from "./context.ts";
import {
  bodyField,
  closed,
  componentsField,
  nameField,
  OneById,
  optionalTimeOf,
  orNull,
  pageFields,
  StepText,
  textOf,
  timeField,
} from "./fields.ts";
import { sendChange } from "./send-change.ts";

const impact = Type.Enum(["none", "minor", "major", "critical"]);

const IncidentQuery = Type.Object(
  { ...pageFields, status: Type.Enum(["all", "unresolved"], { default: "all" }) },
  closed,
);

const NewIncident = Type.Object(
  {
    name: nameField,
    name_tr: Type.Optional(orNull(nameField)),
    status: Type.Optional(Type.Enum(["investigating", "identified", "monitoring"])),
    impact,
    body: bodyField,
    body_tr: Type.Optional(orNull(bodyField)),
    components: componentsField(0),
    started_at: Type.Optional(timeField),
  },
  closed,
);

const Update = Type.Object(
  {
    status: Type.Optional(Type.Enum(["investigating", "identified", "monitoring", "resolved"])),
    impact: Type.Optional(impact),
    name: Type.Optional(nameField),
    name_tr: Type.Optional(orNull(nameField)),
    body: bodyField,
    body_tr: Type.Optional(orNull(bodyField)),
    components: Type.Optional(componentsField(0)),
  },
  closed,
);

const Postmortem = Type.Object(
  { body: bodyField, body_tr: Type.Optional(orNull(bodyField)) },
  closed,
);

/** Serves what people do with incidents; the first update by one takes it from automation. */
export function incidentRoutes(app: AdminApp, context: AdminContext): void {
  const { db } = context;

  app.get("/incidents", { schema: { querystring: IncidentQuery } }, async (request) => {
    const { limit, before, status } = request.query;
    const list = { limit, before, unfinished: status === "unresolved" };
    return pageOf((await listStories(db, "incident", list)).map(incidentAnswer), limit);
  });

  app.get("/incidents/:id", { schema: { params: OneById } }, async (request) => {
    const story = await readStory(db, "incident", request.params.id);
    if (story !== undefined) return incidentAnswer(story);
    throw new AdminError("not_found", `there is no incident ${request.params.id}`);
  });

  app.post("/incidents", { schema: { body: NewIncident } }, async (request, reply) => {
    const { name_tr = null, body_tr = null, status = "investigating", ...given } = request.body;
    const startedAtMs = optionalTimeOf("started_at", given.started_at);
    return sendChange(request, reply.code(201), context, "incident.open", (tx, nowMs) =>
      openIncident(tx, { ...given, name_tr, body_tr, status, startedAtMs }, nowMs),
    );
  });

  app.post(
    "/incidents/:id/updates",
    { schema: { params: OneById, body: Update } },
    async (request, reply) => {
      const { components = [], body_tr = null, ...said } = request.body;
      return sendChange(request, reply.code(201), context, "incident.update", (tx, nowMs) =>
        updateIncident(tx, request.params.id, { ...said, body_tr, components }, nowMs),
      );
    },
  );

  app.post(
    "/incidents/:id/resolve",
    { schema: { params: OneById, body: StepText } },
    async (request, reply) => {
      const said = textOf(request.body);
      const text = said ?? silentTexts.resolved;
      return sendChange(request, reply, context, "incident.resolve", (tx, nowMs) =>
        resolveIncident(tx, request.params.id, text, said === undefined, nowMs),
      );
    },
  );

  app.post(
    "/incidents/:id/postmortem",
    { schema: { params: OneById, body: Postmortem } },
    async (request, reply) => {
      const { body, body_tr = null } = request.body;
      const update = { status: "postmortem", body, body_tr, components: [] } as const;
      return sendChange(request, reply.code(201), context, "incident.postmortem", (tx, nowMs) =>
        updateIncident(tx, request.params.id, update, nowMs),
      );
    },
  );
}
