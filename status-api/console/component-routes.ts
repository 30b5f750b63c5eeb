import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { HOUR_MS } from "#units/time.ts";
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { overrideAt, OVERRIDE_STATUSES } from "#monitor/domain/component-override.ts";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import { readComponents, readComponentStates } from "#monitor/store/components.ts";
import type {
  ConsoleComponent,
  ConsoleComponentView,
  ConsoleComponentsView,
  FormProblem,
} from "../page/page-view-work.ts";
import { mayAct } from "../settings/console-people.ts";
import { refusalIn } from "./admin-answers.ts";
import { forRole } from "./for-role.ts";
import { fieldIn, FormFault, isLanguageChange, keyIn, momentIn } from "./form-fields.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";
import { readTimeZone, timeZones } from "./time-zones.ts";

const PATH = CONSOLE_PATHS.components;

/** Serves the components with their checks and overrides, and the form that overrides one until a time. */
export function componentRoutes(
  app: FastifyInstance,
  parts: { readonly db: Database; readonly nowMs: () => number },
  askAdmin: AskAdmin,
  show: Show,
): void {
  const { db, nowMs } = parts;

  app.get(PATH, forRole("viewer"), (request, reply) => showList(request, reply, null));

  app.get<{ Params: { id: string } }>(
    `${PATH}/:id`,
    forRole("responder"),
    async (request, reply) => {
      const component = await readComponent(request.params.id);
      if (component === undefined) return notFound(request, reply);
      const timeZone = await readTimeZone(db);
      const { status, untilMs } = component.override ?? {
        status: "operational",
        untilMs: nowMs() + HOUR_MS,
      };
      const form = { status, until: clockTime(timeZone, untilMs), timeZone, key: randomUUID() };
      return showForm(request, reply, component, form, null);
    },
  );

  app.post<{ Params: { id: string } }>(
    `${PATH}/:id`,
    forRole("responder"),
    async (request, reply) => {
      const component = await readComponent(request.params.id);
      if (component === undefined) return notFound(request, reply);
      const fields = request.body as URLSearchParams;
      const form = {
        status: fieldIn(fields, "status"),
        until: fieldIn(fields, "until"),
        timeZone: fieldIn(fields, "time_zone"),
        key: keyIn(fields),
      };
      if (isLanguageChange(fields)) return showForm(request, reply, component, form, null);
      try {
        const until = momentIn(form.until, form.timeZone);
        if (until === undefined) throw new FormFault({ kind: "missingTime" });
        const answer = await askAdmin(request, "POST", `/admin${adminPath(component.id)}`, {
          body: { status: form.status, until },
          key: form.key,
        });
        const refusal = refusalIn(answer);
        if (refusal === null) return await reply.redirect(PATH, 303);
        const problem = { kind: "refused", refusal } as const;
        return showForm(request, reply.code(answer.statusCode), component, form, problem);
      } catch (error) {
        if (!(error instanceof FormFault)) throw error;
        return showForm(request, reply.code(400), component, form, error.problem);
      }
    },
  );

  app.post<{ Params: { id: string } }>(
    `${PATH}/:id/end`,
    forRole("responder"),
    async (request, reply) => {
      const answer = await askAdmin(request, "DELETE", `/admin${adminPath(request.params.id)}`);
      const refusal = refusalIn(answer);
      if (refusal === null) return reply.redirect(PATH, 303);
      return showList(request, reply.code(answer.statusCode), refusal);
    },
  );

  async function showList(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: ConsoleComponentsView["refusal"],
  ): Promise<FastifyReply> {
    const [components, timeZone] = await Promise.all([readAll(db, nowMs()), readTimeZone(db)]);
    const canPublish = mayAct(request.consoleSession!.role, "responder");
    const view = { components, timeZone, canPublish, refusal };
    return show(request, reply, { kind: "components", view });
  }

  function showForm(
    request: FastifyRequest,
    reply: FastifyReply,
    component: ConsoleComponent,
    form: ConsoleComponentView["form"],
    problem: FormProblem | null,
  ): FastifyReply {
    const view = { component, statuses: OVERRIDE_STATUSES, form, timeZones, problem };
    return show(request, reply, { kind: "component", view });
  }

  async function readComponent(id: string): Promise<ConsoleComponent | undefined> {
    return (await readAll(db, nowMs())).find((component) => component.id === id);
  }

  function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return show(request, reply.code(404), { kind: "component", view: null });
  }
}

function adminPath(id: string): string {
  return `/components/${encodeURIComponent(id)}/status`;
}

/** Reads all components with their names in every language, which the admin API does not return. */
async function readAll(db: Database, nowMs: number): Promise<ConsoleComponent[]> {
  const [components, states] = await Promise.all([readComponents(db), readComponentStates(db)]);
  const found = new Map(states.map(({ id, status }) => [id, status]));
  return components.map(({ id, name, override }) => ({
    id,
    name,
    found: found.get(id) ?? "unknown",
    override: overrideAt(override, nowMs),
  }));
}
