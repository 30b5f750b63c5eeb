import { Type } from "typebox";
import { AdminError } from "../../admin/admin-error.ts";
import { pageOf } from "../../admin/answers.ts";
import { openIncident, resolveIncident, updateIncident } from "../../admin/incidents.ts";
import { incidentAnswer } from "../../admin/stories.ts";
import { listStories, readStory } from "#monitor/store/stories.ts";
import { readText } from "../../admin/text-fields.ts";
import { silentText } from "../../admin/update-texts.ts";
import type { AdminApp, AdminContext } from "./context.ts";
import {
  bodyField,
  bodyTranslations,
  closed,
  componentsField,
  nameField,
  nameTranslations,
  OneById,
  optionalTimeOf,
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
    ...nameTranslations,
    status: Type.Optional(Type.Enum(["investigating", "identified", "monitoring"])),
    impact,
    body: bodyField,
    ...bodyTranslations,
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
    ...nameTranslations,
    body: bodyField,
    ...bodyTranslations,
    components: Type.Optional(componentsField(0)),
  },
  closed,
);

const Postmortem = Type.Object({ body: bodyField, ...bodyTranslations }, closed);

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
    const { status = "investigating", impact, components } = request.body;
    const startedAtMs = optionalTimeOf("started_at", request.body.started_at);
    const name = readText("name", request.body);
    const body = readText("body", request.body);
    return sendChange(request, reply.code(201), context, "incident.open", (tx, nowMs) =>
      openIncident(tx, { name, body, status, impact, components, startedAtMs }, nowMs),
    );
  });

  app.post(
    "/incidents/:id/updates",
    { schema: { params: OneById, body: Update } },
    async (request, reply) => {
      const { components = [] } = request.body;
      const update = { ...request.body, components, said: readText("body", request.body) };
      return sendChange(request, reply.code(201), context, "incident.update", (tx, nowMs) =>
        updateIncident(tx, request.params.id, update, nowMs),
      );
    },
  );

  app.post(
    "/incidents/:id/resolve",
    { schema: { params: OneById, body: StepText } },
    async (request, reply) => {
      const said = textOf(request.body);
      const text = said ?? silentText("resolved");
      return sendChange(request, reply, context, "incident.resolve", (tx, nowMs) =>
        resolveIncident(tx, request.params.id, text, said === undefined, nowMs),
      );
    },
  );

  app.post(
    "/incidents/:id/postmortem",
    { schema: { params: OneById, body: Postmortem } },
    async (request, reply) => {
      const said = readText("body", request.body);
      const update = { status: "postmortem", said, components: [] } as const;
      return sendChange(request, reply.code(201), context, "incident.postmortem", (tx, nowMs) =>
        updateIncident(tx, request.params.id, update, nowMs),
      );
    },
  );
}
