import type { FastifyInstance } from "fastify";
import { auditRoutes } from "./audit-routes.ts";
import { componentRoutes } from "./component-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";
import { onCallRoutes } from "./on-call-routes.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { subscriberRoutes } from "./subscriber-routes.ts";

/** Serves the console's pages for the rest of the admin API: on call, maintenance, components, deliveries, subscribers and audit log. */
export function workRoutes(
  app: FastifyInstance,
  parts: Parameters<typeof onCallRoutes>[1],
  askAdmin: AskAdmin,
  show: Show,
): void {
  onCallRoutes(app, parts, askAdmin, show);
  maintenanceRoutes(app, parts, askAdmin, show);
  componentRoutes(app, parts, askAdmin, show);
  deliveryRoutes(app, askAdmin, show);
  subscriberRoutes(app, askAdmin, show);
  auditRoutes(app, askAdmin, show);
}
