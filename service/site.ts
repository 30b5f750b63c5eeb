import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { compressPages } from "#runtime/compress-pages.ts";
import { dashboardRoutes } from "./api/dashboard/dashboard.ts";
import { pageRoutes } from "./api/pages/pages.ts";
import type { SiteServices } from "./api/pages/site-services.ts";

/** Registers what people see in a browser: website, docs, demo and dashboard. Only these use cookies. */
export async function siteRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  app.addHook("onSend", compressPages);
  await app.register(cookie);
  await app.register(pageRoutes, services);
  await app.register(dashboardRoutes, services);
}
