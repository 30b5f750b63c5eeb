import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { HOUR_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { clockTime, isTimeZone } from "#monitor/domain/zone-clock.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import type { ListAnswer, MaintenanceAnswer, MaintenancePreviewAnswer } from "../admin/answers.ts";
import type { ConsoleMaintenanceView, MaintenanceForm } from "../page/page-view-work.ts";
import { type ById, type ConsoleContext, type Form, forRole, may } from "./console-context.ts";
import {
  isLanguageChange,
  MAX_FORM_BYTES,
  outcomeOf,
  readOne,
  readTimeZone,
  textFields,
  timeZones,
} from "./forms.ts";
import {
  actionsFor,
  changedMaintenance,
  newMaintenance,
  readMaintenanceForm,
} from "./maintenance-form.ts";

const PATH = CONSOLE_PATHS.maintenance;
const ADMIN_PATH = "/admin/maintenances";
const LISTED = 30;

type List = ListAnswer<MaintenanceAnswer>;
type Said = Partial<Pick<ConsoleMaintenanceView, "preview" | "problem">>;

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
    return reply.showConsole({ kind: "maintenances", view });
  });

  app.get(`${PATH}/new`, forRole("responder"), async (_request, reply) => {
    const timeZone = await readTimeZone(db);
    const nextHourMs = Math.ceil((nowMs() + 1) / HOUR_MS) * HOUR_MS;
    const form = emptyForm(timeZone, nextHourMs, nextHourMs + HOUR_MS);
    return showForm(reply, null, form);
  });

  app.post<Form>(PATH, options, (request, reply) => tell(reply, null, request.body));

  app.get<ById>(`${PATH}/:id`, forRole("viewer"), async (request, reply) => {
    const maintenance = await readOne<MaintenanceAnswer>(request, ADMIN_PATH);
    if (maintenance === undefined) return showGone(reply);
    const timeZone = maintenance.repeats?.time_zone ?? (await readTimeZone(db));
    const { scheduled_for, scheduled_until } = maintenance;
    const form = emptyForm(timeZone, Date.parse(scheduled_for), Date.parse(scheduled_until));
    return showForm(reply, maintenance, form);
  });

  app.post<ById & Form>(`${PATH}/:id`, options, async (request, reply) => {
    const maintenance = await readOne<MaintenanceAnswer>(request, ADMIN_PATH);
    if (maintenance === undefined) return showGone(reply);
    return tell(reply, maintenance, request.body);
  });

  /** Previews what a form would publish, or publishes it; a refused form keeps its contents. */
  async function tell(
    reply: FastifyReply,
    maintenance: MaintenanceAnswer | null,
    fields: URLSearchParams,
  ): Promise<FastifyReply> {
    const form = readMaintenanceForm(fields);
    if (isLanguageChange(fields)) return showForm(reply, maintenance, form);
    const isPreview = fields.get("step") !== "send";
    const outcome = await outcomeOf(async () => {
      const { method, path, body } =
        maintenance === null ? newMaintenance(form) : changedMaintenance(form, maintenance);
      const base = maintenance === null ? ADMIN_PATH : `${ADMIN_PATH}/${maintenance.id}`;
      return isPreview
        ? reply.request.askAdmin(method, `${base}${path}?preview=true`, { body })
        : reply.request.askAdmin(method, `${base}${path}`, { body, key: form.key });
    }, isPreview);
    if (outcome.problem !== null) {
      const { code, problem } = outcome;
      return showForm(reply.code(code), maintenance, form, { problem });
    }
    if (isPreview) {
      const preview = outcome.answer.json<MaintenancePreviewAnswer>();
      return showForm(reply, maintenance, form, { preview });
    }
    return reply.redirect(`${PATH}/${outcome.answer.json<MaintenanceAnswer>().id}`, 303);
  }

  async function showForm(
    reply: FastifyReply,
    maintenance: MaintenanceAnswer | null,
    form: MaintenanceForm,
    said: Said = {},
  ): Promise<FastifyReply> {
    const components = await readComponentNames(db);
    const timeZone = isTimeZone(form.timeZone) ? form.timeZone : await readTimeZone(db);
    return reply.showConsole({
      kind: "maintenance",
      view: {
        maintenance,
        canPublish: may(reply.request, "responder"),
        timeZone,
        components,
        actions: actionsFor(maintenance),
        form,
        fields: textFields,
        timeZones,
        preview: null,
        problem: null,
        ...said,
      },
    });
  }
}

function showGone(reply: FastifyReply): FastifyReply {
  return reply.code(404).showConsole({ kind: "gone", what: "maintenance" });
}

function emptyForm(timeZone: string, fromMs: number, untilMs: number): MaintenanceForm {
  const [from, until] = [clockTime(timeZone, fromMs), clockTime(timeZone, untilMs)];
  return readMaintenanceForm(new URLSearchParams({ from, until, time_zone: timeZone }));
}
