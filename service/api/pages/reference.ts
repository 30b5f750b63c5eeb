import type { FastifyInstance } from "fastify";
import { languages } from "#web-kit/language/languages.ts";
import { ApiError } from "../../contract/errors.ts";
import type { ReferencePart } from "../../web/reference/frame/content.ts";
import { contractDocuments } from "./contract-documents.ts";
import { codeLanguageOf } from "./reader-choices.ts";
import { sendNotFoundPage, sendPage, wantsPage } from "./send-page.ts";
import type { SiteServices } from "./site-services.ts";

/** The reference: its pages, the documents that they show, and the address that every operation once had for itself. */
export async function referenceRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { web } = services;
  const documents = contractDocuments(services);
  const parts = Object.keys(web.REFERENCE_PATHS) as ReferencePart[];

  for (const part of parts) {
    app.get(web.REFERENCE_PATHS[part], (request, reply) =>
      sendPage(services, reply, {
        page: "reference",
        part,
        ...documents(),
        codeLanguage: codeLanguageOf(request),
      }),
    );
    for (const language of languages) {
      app.get(web.documentPath(part, language), (_request, reply) =>
        reply
          .header("cache-control", "no-cache")
          .send(web.documentForReaders(part, documents(), language)),
      );
    }
  }

  app.get<{ Params: { anchor: string } }>("/docs/reference/:anchor", (request, reply) => {
    const { anchor } = request.params;
    const entry = web.referenceEntries(documents()).find((one) => one.anchor === anchor);
    if (entry !== undefined) return reply.redirect(web.hrefOfEntry(entry), 308);
    if (!wantsPage(request)) throw new ApiError("not_found");
    return sendNotFoundPage(services, reply);
  });
}
