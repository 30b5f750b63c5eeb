import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { listStatusEvents } from "#monitor/store/status-events.ts";
import { object } from "../documents/document-schemas.ts";
import type { AdminContext } from "./admin-context.ts";
import { pageOf } from "./answers.ts";
import {
  ChangedMaintenance,
  changeMaintenance,
  maintenanceAnswer,
  NewMaintenance,
  scheduleMaintenance,
  stepMaintenance,
} from "./maintenance-changes.ts";
import { MAINTENANCE_STEPS } from "./maintenance-rules.ts";
import { Previewing, sendOrPreview } from "./preview.ts";
import * as fields from "./request-fields.ts";
import { statusEventOf } from "./status-event-parts.ts";

const MaintenanceQuery = object({
  ...fields.pageFields,
  status: Type.Enum(["all", "unfinished"], { default: "all" }),
});

/** Serves what people do with maintenance; it begins and ends on time by itself. */
export const maintenanceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  const { db, nowMs: now } = context;

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

  app.post(
    "/maintenances",
    { schema: { body: NewMaintenance, querystring: Previewing } },
    async (request, reply) =>
      sendOrPreview(reply.code(201), context, "maintenance", "schedule", (tx, nowMs) =>
        scheduleMaintenance(tx, request.body, nowMs),
      ),
  );

  app.patch(
    "/maintenances/:id",
    { schema: { params: fields.OneById, body: ChangedMaintenance, querystring: Previewing } },
    async (request, reply) =>
      sendOrPreview(reply, context, "maintenance", "change", (tx, nowMs) =>
        changeMaintenance(tx, request.params.id, request.body, nowMs),
      ),
  );

  for (const step of MAINTENANCE_STEPS) {
    app.post(
      `/maintenances/:id/${step}`,
      { schema: { params: fields.OneById, body: fields.StepText, querystring: Previewing } },
      async (request, reply) => {
        const said = fields.textOf(request.body);
        return sendOrPreview(reply, context, "maintenance", step, (tx, nowMs) =>
          stepMaintenance(tx, request.params.id, step, said, nowMs),
        );
      },
    );
  }
};
