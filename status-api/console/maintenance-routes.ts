import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { HOUR_MS } from "#units/time.ts";
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { clockTime, isTimeZone } from "#monitor/domain/zone-clock.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import type { MaintenanceAnswer, MaintenancePreviewAnswer } from "../admin/answers.ts";
import type { ConsoleMaintenanceView, MaintenanceForm } from "../page/page-view-work.ts";
import { mayAct } from "../settings/console-people.ts";
import { codeOf, listIn, refusalIn } from "./admin-answers.ts";
import { forRole } from "./for-role.ts";
import { FormFault, isLanguageChange, MAX_FORM_BYTES, textFields } from "./form-fields.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";
import {
  actionsFor,
  changedMaintenance,
  newMaintenance,
  readMaintenanceForm,
} from "./maintenance-form.ts";
import { readTimeZone, timeZones } from "./time-zones.ts";

const PATH = CONSOLE_PATHS.maintenance;
const ADMIN_PATH = "/admin/maintenances";
const LISTED = 30;

type Said = Partial<Pick<ConsoleMaintenanceView, "preview" | "problem">>;

/**
 * Serves planned, running and past maintenance, and forms to schedule it, to change it and to take its steps, each with a
 * preview.
 */
export function maintenanceRoutes(
  app: FastifyInstance,
  parts: { readonly db: Database; readonly nowMs: () => number },
  askAdmin: AskAdmin,
  show: Show,
): void {
  const { db, nowMs } = parts;
  const options = { bodyLimit: MAX_FORM_BYTES, ...forRole("responder") };

  app.get(PATH, forRole("viewer"), async (request, reply) => {
    const [unfinished, all, components, timeZone] = await Promise.all([
      askAdmin(request, "GET", `${ADMIN_PATH}?status=unfinished&limit=200`),
      askAdmin(request, "GET", `${ADMIN_PATH}?limit=${LISTED}`),
      readComponentNames(db),
      readTimeZone(db),
    ]);
    const open = listIn<MaintenanceAnswer>(unfinished).data.toSorted((one, other) =>
      one.scheduled_for.localeCompare(other.scheduled_for),
    );
    const view = {
      planned: open.filter(({ status }) => status === "scheduled"),
      running: open.filter(({ status }) => status === "in_progress" || status === "verifying"),
      past: listIn<MaintenanceAnswer>(all).data.filter(({ status }) => status === "completed"),
      timeZone,
      components,
      canPublish: mayAct(request.consoleSession!.role, "responder"),
    };
    return show(request, reply, { kind: "maintenances", view });
  });

  app.get(`${PATH}/new`, forRole("responder"), async (request, reply) => {
    const timeZone = await readTimeZone(db);
    const nextHourMs = Math.ceil((nowMs() + 1) / HOUR_MS) * HOUR_MS;
    const form = emptyForm(timeZone, nextHourMs, nextHourMs + HOUR_MS);
    return showForm(request, reply, null, form);
  });

  app.post(PATH, options, async (request, reply) => {
    const fields = request.body as URLSearchParams;
    return tell(request, reply, null, fields);
  });

  app.get<{ Params: { id: string } }>(`${PATH}/:id`, forRole("viewer"), async (request, reply) => {
    const maintenance = await readMaintenance(request, request.params.id);
    if (maintenance === undefined) return notFound(request, reply);
    const timeZone = maintenance.repeats?.time_zone ?? (await readTimeZone(db));
    const { scheduled_for, scheduled_until } = maintenance;
    const form = emptyForm(timeZone, Date.parse(scheduled_for), Date.parse(scheduled_until));
    return showForm(request, reply, maintenance, form);
  });

  app.post<{ Params: { id: string } }>(`${PATH}/:id`, options, async (request, reply) => {
    const maintenance = await readMaintenance(request, request.params.id);
    if (maintenance === undefined) return notFound(request, reply);
    return tell(request, reply, maintenance, request.body as URLSearchParams);
  });

  /** Previews what a form would publish, or publishes it; a refused form keeps its contents. */
  async function tell(
    request: FastifyRequest,
    reply: FastifyReply,
    maintenance: MaintenanceAnswer | null,
    fields: URLSearchParams,
  ): Promise<FastifyReply> {
    const form = readMaintenanceForm(fields);
    if (isLanguageChange(fields)) return showForm(request, reply, maintenance, form);
    const isPreview = fields.get("step") !== "send";
    try {
      const { method, path, body } =
        maintenance === null ? newMaintenance(form) : changedMaintenance(form, maintenance);
      const base = maintenance === null ? ADMIN_PATH : `${ADMIN_PATH}/${maintenance.id}`;
      const answer = isPreview
        ? await askAdmin(request, method, `${base}${path}?preview=true`, { body })
        : await askAdmin(request, method, `${base}${path}`, { body, key: form.key });
      const refusal = refusalIn(answer);
      if (refusal !== null) {
        const problem = { kind: "refused", refusal } as const;
        const code = codeOf(answer, isPreview);
        return await showForm(request, reply.code(code), maintenance, form, { problem });
      }
      if (isPreview) {
        const preview = answer.json<MaintenancePreviewAnswer>();
        return await showForm(request, reply, maintenance, form, { preview });
      }
      return reply.redirect(`${PATH}/${answer.json<MaintenanceAnswer>().id}`, 303);
    } catch (error) {
      if (!(error instanceof FormFault)) throw error;
      const { problem } = error;
      return showForm(request, reply.code(isPreview ? 200 : 400), maintenance, form, { problem });
    }
  }

  async function showForm(
    request: FastifyRequest,
    reply: FastifyReply,
    maintenance: MaintenanceAnswer | null,
    form: MaintenanceForm,
    said: Said = {},
  ): Promise<FastifyReply> {
    const components = await readComponentNames(db);
    const timeZone = isTimeZone(form.timeZone) ? form.timeZone : await readTimeZone(db);
    return show(request, reply, {
      kind: "maintenance",
      view: {
        maintenance,
        canPublish: mayAct(request.consoleSession!.role, "responder"),
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

  async function readMaintenance(
    request: FastifyRequest,
    id: string,
  ): Promise<MaintenanceAnswer | undefined> {
    const answer = await askAdmin(request, "GET", `${ADMIN_PATH}/${encodeURIComponent(id)}`);
    return answer.statusCode === 404 ? undefined : answer.json<MaintenanceAnswer>();
  }

  function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return show(request, reply.code(404), { kind: "maintenance", view: null });
  }
}

function emptyForm(timeZone: string, fromMs: number, untilMs: number): MaintenanceForm {
  return {
    texts: {},
    action: "",
    components: [],
    from: clockTime(timeZone, fromMs),
    until: clockTime(timeZone, untilMs),
    timeZone,
    repeat: "never",
    weekdays: [],
    rule: "",
    key: randomUUID(),
  };
}
