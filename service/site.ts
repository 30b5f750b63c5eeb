import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { dashboardRoutes } from "./api/dashboard/dashboard.ts";
import { pageRoutes } from "./api/pages/pages.ts";
import type { SiteServices } from "./api/pages/site-services.ts";

/** Good compression within a millisecond or two, for pages that are made anew for each reader. */
const BROTLI_QUALITY = 5;

/** What people see in a browser: website, docs, demo and dashboard; all of it knows cookies, and nothing else does. */
export async function siteRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  await app.register(compress, {
    encodings: ["br", "gzip", "identity"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  await app.register(cookie);
  await app.register(pageRoutes, services);
  await app.register(dashboardRoutes, services);
}
