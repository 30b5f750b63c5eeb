import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import { readComponentStates } from "#monitor/store/components.ts";
import { graphView } from "../page/page-view-graph.ts";
import { type ConsoleContext, forRole } from "./console-context.ts";

/** Serves the dependency graph of the components. */
export function graphRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  app.get(CONSOLE_PATHS.graph, forRole("viewer"), async (_request, reply) =>
    reply.showConsole("graph", graphView(await readComponentStates(db))),
  );
}
