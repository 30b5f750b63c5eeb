import type { FastifyInstance } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { auditRoutes } from "./audit-routes.ts";
import { componentRoutes } from "./component-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { subscriberRoutes } from "./subscriber-routes.ts";

/** Serves the console's pages for the rest of the admin API: maintenance, components, deliveries, subscribers and audit log. */
export function workRoutes(
  app: FastifyInstance,
  parts: { readonly db: Database; readonly nowMs: () => number },
  askAdmin: AskAdmin,
  show: Show,
): void {
  maintenanceRoutes(app, parts, askAdmin, show);
  componentRoutes(app, parts, askAdmin, show);
  deliveryRoutes(app, askAdmin, show);
  subscriberRoutes(app, askAdmin, show);
  auditRoutes(app, askAdmin, show);
}
