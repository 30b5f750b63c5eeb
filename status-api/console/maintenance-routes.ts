import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { HOUR_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { clockTime, isTimeZone } from "#monitor/domain/zone-clock.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import type { ListAnswer, MaintenanceAnswer, MaintenancePreviewAnswer } from "../admin/answers.ts";
import type { MaintenanceForm } from "../page/page-view-work.ts";
import { type ById, type ConsoleContext, type Form, forRole, may } from "./console-context.ts";
import { MAX_FORM_BYTES, readOne, readTimeZone, sendForm } from "./forms.ts";
import {
  actionsFor,
  ADMIN_PATH,
  changedMaintenance,
  newMaintenance,
  readMaintenanceForm,
} from "./maintenance-form.ts";

const PATH = CONSOLE_PATHS.maintenance;
const LISTED = 30;

type List = ListAnswer<MaintenanceAnswer>;

/**
 * Serves planned, running and past maintenance, and forms to schedule it, to change it and to take its steps, each with a
 * preview.
 */
export function maintenanceRoutes(app: FastifyInstance, { db, nowMs }: ConsoleContext): void {
  const options = { bodyLimit: MAX_FORM_BYTES, ...forRole("responder") };

  app.get(PATH, forRole("viewer"), async (request, reply) => {
    const [unfinished, all, components, timeZone] = await Promise.all([
      request.askAdmin("GET", `${ADMIN_PATH}?status=unfinished&limit=200`),
      request.askAdmin("GET", `${ADMIN_PATH}?limit=${LISTED}`),
      readComponentNames(db),
      readTimeZone(db),
    ]);
    const open = unfinished
      .json<List>()
      .data.toSorted((one, other) => one.scheduled_for.localeCompare(other.scheduled_for));
    const view = {
      planned: open.filter(({ status }) => status === "scheduled"),
      running: open.filter(({ status }) => status === "in_progress" || status === "verifying"),
      past: all.json<List>().data.filter(({ status }) => status === "completed"),
      timeZone,
      components,
      canPublish: may(request, "responder"),
    };
    return reply.showConsole("maintenances", view);
  });

  app.get(`${PATH}/new`, forRole("responder"), async (_request, reply) => {
    const timeZone = await readTimeZone(db);
    const nextHourMs = Math.ceil((nowMs() + 1) / HOUR_MS) * HOUR_MS;
    const form = emptyForm(timeZone, nextHourMs, nextHourMs + HOUR_MS);
    return showForm(reply, null, form);
  });

  app.post<Form>(PATH, options, (request, reply) => tell(reply, null, request.body));

  app.get<ById>(`${PATH}/:id`, forRole("viewer"), async (request, reply) => {
    const maintenance = await readOne<MaintenanceAnswer>(request, "maintenance", ADMIN_PATH);
    const timeZone = maintenance.repeats?.time_zone ?? (await readTimeZone(db));
    const { scheduled_for, scheduled_until } = maintenance;
    const form = emptyForm(timeZone, Date.parse(scheduled_for), Date.parse(scheduled_until));
    return showForm(reply, maintenance, form);
  });

  app.post<ById & Form>(`${PATH}/:id`, options, async (request, reply) => {
    const maintenance = await readOne<MaintenanceAnswer>(request, "maintenance", ADMIN_PATH);
    return tell(reply, maintenance, request.body);
  });

  /** Previews what a form would publish, or publishes it. */
  async function tell(
    reply: FastifyReply,
    maintenance: MaintenanceAnswer | null,
    fields: URLSearchParams,
  ): Promise<FastifyReply> {
    const form = readMaintenanceForm(fields);
    return sendForm(reply, {
      hasPreview: true,
      change: () =>
        maintenance === null ? newMaintenance(form) : changedMaintenance(form, maintenance),
      done: ({ id }) => `${PATH}/${id}`,
      show: (preview) => showForm(reply, maintenance, form, preview?.json()),
    });
  }

  async function showForm(
    reply: FastifyReply,
    maintenance: MaintenanceAnswer | null,
    form: MaintenanceForm,
    preview: MaintenancePreviewAnswer | null = null,
  ): Promise<FastifyReply> {
    const view = {
      maintenance,
      canPublish: may(reply.request, "responder"),
      timeZone: isTimeZone(form.time_zone) ? form.time_zone : await readTimeZone(db),
      components: await readComponentNames(db),
      actions: actionsFor(maintenance),
      form,
      preview,
    };
    return reply.showConsole("maintenance", view);
  }
}

function emptyForm(timeZone: string, fromMs: number, untilMs: number): MaintenanceForm {
  const [from, until] = [clockTime(timeZone, fromMs), clockTime(timeZone, untilMs)];
  const fields = { from, until, time_zone: timeZone, repeat: "never" };
  return readMaintenanceForm(new URLSearchParams(fields));
}
