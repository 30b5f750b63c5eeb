import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { demoContent } from "./demo-content.ts";
import { docsRoutes } from "./docs.ts";
import { codeLanguageOf, type PublicPageServices, voicesOf } from "./page-content.ts";
import { sendPage } from "./send-page.ts";

const YEAR_MS = 365 * 86_400_000;

/** The public pages, and the files that all pages load. */
export async function pageRoutes(
  app: FastifyInstance,
  services: PublicPageServices,
): Promise<void> {
  const { web } = services;
  await app.register(fastifyStatic, {
    root: web.assetsDirectory,
    prefix: "/assets/",
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
  });

  app.get("/", (request, reply) =>
    sendPage(services, request, reply, {
      page: "website",
      codeLanguage: codeLanguageOf(request),
      voiceCounts: voicesOf(services.engine).map(({ model, voices }) => ({
        model,
        count: voices.length,
      })),
    }),
  );

  await app.register(docsRoutes, services);

  app.get("/demo", (request, reply) =>
    sendPage(services, request, reply, demoContent(services.engine)),
  );
}
