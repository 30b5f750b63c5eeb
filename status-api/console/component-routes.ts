import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { HOUR_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { OVERRIDE_STATUSES } from "#monitor/domain/component-override.ts";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import { readOverridden } from "../admin/components.ts";
import type {
  ConsoleComponent,
  ConsoleComponentView,
  ConsoleComponentsView,
  FormProblem,
} from "../page/page-view-work.ts";
import { type ById, type ConsoleContext, type Form, forRole, may } from "./console-context.ts";
import {
  fieldIn,
  isLanguageChange,
  keyIn,
  neededMomentIn,
  outcomeOf,
  readTimeZone,
  refusalIn,
  timeZones,
} from "./forms.ts";

const PATH = CONSOLE_PATHS.components;

/** Serves the components with their checks and overrides, and the form that overrides one until a time. */
export function componentRoutes(app: FastifyInstance, { db, nowMs }: ConsoleContext): void {
  app.get(PATH, forRole("viewer"), (_request, reply) => showList(reply, null));

  app.get<ById>(`${PATH}/:id`, forRole("responder"), async (request, reply) => {
    const component = await readComponent(request.params.id);
    if (component === undefined) return showGone(reply);
    const timeZone = await readTimeZone(db);
    const { status, untilMs } = component.override ?? {
      status: "operational",
      untilMs: nowMs() + HOUR_MS,
    };
    const until = clockTime(timeZone, untilMs);
    const form = readForm(new URLSearchParams({ status, until, time_zone: timeZone }));
    return showForm(reply, component, form, null);
  });

  app.post<ById & Form>(`${PATH}/:id`, forRole("responder"), async (request, reply) => {
    const component = await readComponent(request.params.id);
    if (component === undefined) return showGone(reply);
    const form = readForm(request.body);
    if (isLanguageChange(request.body)) return showForm(reply, component, form, null);
    const outcome = await outcomeOf(async () => {
      const body = { status: form.status, until: neededMomentIn(form.until, form.timeZone) };
      return request.askAdmin("POST", adminPath(component.id), { body, key: form.key });
    });
    if (outcome.problem === null) return reply.redirect(PATH, 303);
    return showForm(reply.code(outcome.code), component, form, outcome.problem);
  });

  app.post<ById>(`${PATH}/:id/end`, forRole("responder"), async (request, reply) => {
    const answer = await request.askAdmin("DELETE", adminPath(request.params.id));
    const refusal = refusalIn(answer);
    if (refusal === null) return reply.redirect(PATH, 303);
    return showList(reply.code(answer.statusCode), refusal);
  });

  async function showList(
    reply: FastifyReply,
    refusal: ConsoleComponentsView["refusal"],
  ): Promise<FastifyReply> {
    const [components, timeZone] = await Promise.all([
      readOverridden(db, nowMs()),
      readTimeZone(db),
    ]);
    const view = { components, timeZone, canPublish: may(reply.request, "responder"), refusal };
    return reply.showConsole({ kind: "components", view });
  }

  function showForm(
    reply: FastifyReply,
    component: ConsoleComponent,
    form: ConsoleComponentView["form"],
    problem: FormProblem | null,
  ): FastifyReply {
    const view = { component, statuses: OVERRIDE_STATUSES, form, timeZones, problem };
    return reply.showConsole({ kind: "component", view });
  }

  async function readComponent(id: string): Promise<ConsoleComponent | undefined> {
    return (await readOverridden(db, nowMs())).find((component) => component.id === id);
  }
}

function showGone(reply: FastifyReply): FastifyReply {
  return reply.code(404).showConsole({ kind: "gone", what: "component" });
}

function readForm(fields: URLSearchParams): ConsoleComponentView["form"] {
  return {
    status: fieldIn(fields, "status"),
    until: fieldIn(fields, "until"),
    timeZone: fieldIn(fields, "time_zone"),
    key: keyIn(fields),
  };
}

function adminPath(id: string): string {
  return `/admin/components/${encodeURIComponent(id)}/status`;
}
