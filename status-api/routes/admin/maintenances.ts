import { Type } from "typebox";
import { AdminError } from "../../admin/admin-error.ts";
import { pageOf } from "../../admin/answers.ts";
import { maintenanceSteps } from "../../admin/maintenance-rules.ts";
import {
  changeMaintenance,
  scheduleMaintenance,
  stepMaintenance,
} from "../../admin/maintenances.ts";
import { maintenanceAnswer } from "../../admin/stories.ts";
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
  timeOf,
} from "./fields.ts";
import { sendChange } from "./send-change.ts";

const MaintenanceQuery = Type.Object(
  { ...pageFields, status: Type.Enum(["all", "unfinished"], { default: "all" }) },
  closed,
);

const NewMaintenance = Type.Object(
  {
    name: nameField,
    ...nameTranslations,
    body: bodyField,
    ...bodyTranslations,
    scheduled_for: Type.Optional(timeField),
    scheduled_until: timeField,
    components: componentsField(1),
  },
  closed,
);

const MaintenanceChange = Type.Object(
  {
    name: Type.Optional(nameField),
    ...nameTranslations,
    body: Type.Optional(bodyField),
    ...bodyTranslations,
    scheduled_for: Type.Optional(timeField),
    scheduled_until: Type.Optional(timeField),
    components: Type.Optional(componentsField(1)),
  },
  { ...closed, minProperties: 1 },
);

/** Serves what people do with maintenance; on time it begins and ends by itself. */
export function maintenanceRoutes(app: AdminApp, context: AdminContext): void {
  const { db, nowMs: now } = context;

  app.get("/maintenances", { schema: { querystring: MaintenanceQuery } }, async (request) => {
    const { limit, before, status } = request.query;
    const list = { limit, before, unfinished: status === "unfinished" };
    const stories = await listStories(db, "maintenance", list);
    const nowMs = now();
    return pageOf(
      stories.map((story) => maintenanceAnswer(story, nowMs)),
      limit,
    );
  });

  app.get("/maintenances/:id", { schema: { params: OneById } }, async (request) => {
    const story = await readStory(db, "maintenance", request.params.id);
    if (story !== undefined) return maintenanceAnswer(story, now());
    throw new AdminError("not_found", `there is no maintenance ${request.params.id}`);
  });

  app.post("/maintenances", { schema: { body: NewMaintenance } }, async (request, reply) => {
    const given = request.body;
    const planned = {
      name: readText("name", given),
      body: readText("body", given),
      components: given.components,
      scheduledForMs: optionalTimeOf("scheduled_for", given.scheduled_for),
      scheduledUntilMs: timeOf("scheduled_until", given.scheduled_until),
    };
    return sendChange(request, reply.code(201), context, "maintenance.schedule", (tx, nowMs) =>
      scheduleMaintenance(tx, planned, nowMs),
    );
  });

  app.patch(
    "/maintenances/:id",
    { schema: { params: OneById, body: MaintenanceChange } },
    async (request, reply) => {
      const { scheduled_for, scheduled_until } = request.body;
      const asked = {
        ...request.body,
        text: textOf(request.body),
        scheduledForMs: optionalTimeOf("scheduled_for", scheduled_for),
        scheduledUntilMs: optionalTimeOf("scheduled_until", scheduled_until),
      };
      return sendChange(request, reply, context, "maintenance.change", (tx, nowMs) =>
        changeMaintenance(tx, request.params.id, asked, nowMs),
      );
    },
  );

  for (const step of maintenanceSteps) {
    app.post(
      `/maintenances/:id/${step}`,
      { schema: { params: OneById, body: StepText } },
      async (request, reply) => {
        const said = textOf(request.body);
        const text = said ?? silentText(step);
        return sendChange(request, reply, context, `maintenance.${step}`, (tx, nowMs) =>
          stepMaintenance(tx, request.params.id, step, text, said === undefined, nowMs),
        );
      },
    );
  }
}
