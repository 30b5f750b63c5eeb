import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { HOUR_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import { readOverridden } from "../admin/components.ts";
import { COMPONENT_FIELDS, type ConsoleComponent } from "../page/page-view-work.ts";
import { type ById, type ConsoleContext, type Form, forRole, may } from "./console-context.ts";
import { Gone, neededMomentIn, readForm, readTimeZone, sendForm } from "./forms.ts";

const PATH = CONSOLE_PATHS.components;

/** Serves the components with their checks and overrides, and the form that overrides one until a time. */
export function componentRoutes(app: FastifyInstance, { db, nowMs }: ConsoleContext): void {
  app.get(PATH, forRole("viewer"), (_request, reply) => showList(reply));

  app.get<ById>(`${PATH}/:id`, forRole("responder"), async (request, reply) => {
    const component = await readComponent(request.params.id);
    const timeZone = await readTimeZone(db);
    const { status, untilMs } = component.override ?? {
      status: "operational",
      untilMs: nowMs() + HOUR_MS,
    };
    const until = clockTime(timeZone, untilMs);
    const fields = new URLSearchParams({ status, until, time_zone: timeZone });
    const form = readForm(fields, COMPONENT_FIELDS);
    return reply.showConsole("component", { component, form });
  });

  app.post<ById & Form>(`${PATH}/:id`, forRole("responder"), async (request, reply) => {
    const component = await readComponent(request.params.id);
    const form = readForm(request.body, COMPONENT_FIELDS);
    return sendForm(reply, {
      change: () => ({
        method: "POST",
        path: adminPath(component.id),
        body: { status: form.status, until: neededMomentIn(form.until, form.time_zone) },
      }),
      done: () => PATH,
      show: () => reply.showConsole("component", { component, form }),
    });
  });

  app.post<ById>(`${PATH}/:id/end`, forRole("responder"), async ({ params }, reply) =>
    sendForm(reply, {
      change: () => ({ method: "DELETE", path: adminPath(params.id) }),
      done: () => PATH,
      show: () => showList(reply),
    }),
  );

  async function showList(reply: FastifyReply): Promise<FastifyReply> {
    const [components, timeZone] = await Promise.all([
      readOverridden(db, nowMs()),
      readTimeZone(db),
    ]);
    const canPublish = may(reply.request, "responder");
    return reply.showConsole("components", { components, timeZone, canPublish });
  }

  async function readComponent(id: string): Promise<ConsoleComponent> {
    const component = (await readOverridden(db, nowMs())).find((one) => one.id === id);
    if (component === undefined) throw new Gone("component");
    return component;
  }
}

function adminPath(id: string): string {
  return `/admin/components/${encodeURIComponent(id)}/status`;
}
