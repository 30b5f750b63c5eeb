import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { readComponentStates } from "#monitor/store/components.ts";
import type { ConsoleContent } from "../page/page-view-console.ts";
import { graphView } from "../page/page-view-graph.ts";
import { forRole } from "./for-role.ts";

type Show = (request: FastifyRequest, reply: FastifyReply, content: ConsoleContent) => FastifyReply;

/** Serves the dependency graph of the components. */
export function graphRoutes(app: FastifyInstance, db: Database, show: Show): void {
  app.get(CONSOLE_PATHS.graph, forRole("viewer"), async (request, reply) =>
    show(request, reply, { kind: "graph", view: graphView(await readComponentStates(db)) }),
  );
}
