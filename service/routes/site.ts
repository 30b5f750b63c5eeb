import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { compressTexts } from "../http/compress-text.ts";
import { dashboardRoutes, type DashboardServices } from "./dashboard/dashboard.ts";
import type { PublicPageServices } from "./page-content.ts";
import { pageRoutes } from "./pages.ts";

/** What people see in a browser: website, docs, demo and dashboard; all of it knows cookies, and nothing else does. */
export async function siteRoutes(
  app: FastifyInstance,
  services: PublicPageServices & DashboardServices,
): Promise<void> {
  compressTexts(app);
  await app.register(cookie);
  await app.register(pageRoutes, services);
  await app.register(dashboardRoutes, services);
}
