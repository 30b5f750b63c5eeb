import { JSON_TYPE } from "#runtime/content-types.ts";
import type { FastifyInstance } from "fastify";
import { type Representation, representationOf } from "#runtime/representation.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";
import { languages } from "#web-kit/language/languages.ts";
import { ApiError } from "../../contract/errors.ts";
import type { ReferencePart } from "../../web/reference/frame/content.ts";
import type { PageContent } from "../../web/site-document.tsx";
import { KeptBy, remembered } from "../http/remembered.ts";
import { contractDocuments } from "./contract-documents.ts";
import { codeLanguageOf } from "./reader-choices.ts";
import { sendKeptPage, sendNotFoundPage, wantsPage } from "./send-page.ts";
import type { SiteServices } from "./site-services.ts";

/**
 * Registers the pages of the reference, the documents that they show, and redirects from the page that every operation once
 * had.
 */
export async function referenceRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { web } = services;
  const documents = contractDocuments(services);
  const parts = Object.keys(web.REFERENCE_PATHS) as ReferencePart[];

  const pages = new KeptBy<object, PageContent>();
  const readings = new KeptBy<object, Representation>();
  for (const part of parts) {
    const path = web.REFERENCE_PATHS[part];
    app.get(path, (request, reply) => {
      const codeLanguage = codeLanguageOf(request);
      const read = documents();
      const content = pages.of(read, `${part} ${codeLanguage}`, () => ({
        page: "reference",
        part,
        ...read,
        codeLanguage,
      }));
      return sendKeptPage(services, reply, content, path);
    });
    for (const language of languages) {
      app.get(web.documentPath(part, language), (request, reply) => {
        const read = documents();
        const reading = readings.of(read, `${part} ${language}`, () =>
          representationOf(JSON_TYPE, JSON.stringify(web.documentForReaders(part, read, language))),
        );
        return sendRepresentation(request, reply, reading, { cacheControl: "no-cache" });
      });
    }
  }

  const entries = remembered(
    () => [documents()],
    () => web.referenceEntries(documents()),
  );
  app.get<{ Params: { anchor: string } }>("/docs/reference/:anchor", (request, reply) => {
    const { anchor } = request.params;
    const entry = entries().find((one) => one.anchor === anchor);
    if (entry !== undefined) return reply.redirect(web.hrefOfEntry(entry), 308);
    if (!wantsPage(request)) throw new ApiError("not_found");
    return sendNotFoundPage(services, reply);
  });
}
