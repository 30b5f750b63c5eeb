import { basename } from "node:path";
import type {} from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS } from "../../contract/limits.ts";
import { ApiError, ERRORS, type ErrorKind, type ErrorName } from "../../contract/errors.ts";
import type { DocsContent, ErrorRow } from "../../web/docs/frame/content.ts";
import { languages } from "#web-kit/language/languages.ts";
import { codeLanguageOf, type PublicPageServices, voicesOf } from "./page-content.ts";
import { asyncApiDocument } from "../../contract/documents/asyncapi.ts";
import { openApiDocument } from "../../contract/documents/openapi.ts";
import { limitRows } from "./limit-rows.ts";
import { sendNotFoundPage, sendPage, wantsPage } from "./send-page.ts";

/** `/docs` and the pages below it, and what their search looks through. */
export async function docsRoutes(
  app: FastifyInstance,
  services: PublicPageServices,
): Promise<void> {
  const { web, publicUrl } = services;
  const documents = rememberedByUrl((url) => ({
    openApi: JSON.parse(openApiDocument(url)) as DocsContent["openApi"],
    asyncApi: JSON.parse(asyncApiDocument(url)) as DocsContent["asyncApi"],
  }));
  const contentOf = (slug: string, request: FastifyRequest): DocsContent => ({
    page: "docs",
    slug,
    ...documents(publicUrl()),
    ttsUrl: services.ttsUrl(),
    errors: errorRows(),
    limits: namedLimits(),
    limitRows: limitRows(),
    voices: voicesOf(services.engine),
    compatModelId: services.compatModelId,
    codeLanguage: codeLanguageOf(request),
  });

  app.get("/docs", (request, reply) => sendPage(services, request, reply, contentOf("", request)));

  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => {
    const content = contentOf(request.params["*"], request);
    if (content.slug !== "" && web.isDocsPage(content)) {
      return sendPage(services, request, reply, content);
    }
    if (!wantsPage(request)) throw new ApiError("not_found");
    return sendNotFoundPage(services, request, reply);
  });

  app.get("/docs/merhaba.mp3", (_request, reply) => reply.sendFile(basename(web.sampleClip)));

  for (const language of languages) {
    app.get(`/docs/search-${language}.json`, (request, reply) =>
      reply
        .header("cache-control", "no-cache")
        .send(
          web.searchEntries({ content: contentOf("", request), language, baseUrl: publicUrl() }),
        ),
    );
  }
}

/** What is made of an address, made anew when that changes; which it does once, when the service begins to listen. */
function rememberedByUrl<Made>(make: (url: string) => Made): (url: string) => Made {
  let last: { readonly url: string; readonly made: Made } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, made: make(url) };
    return last.made;
  };
}

function errorRows(): readonly ErrorRow[] {
  return (Object.keys(ERRORS) as ErrorName[])
    .map((name) => {
      const { status, code, retryAfterSeconds, sentence, advice }: ErrorKind = ERRORS[name];
      return { name, status, code: code ?? name, retryAfterSeconds, sentence, advice };
    })
    .toSorted((one, other) => one.status - other.status);
}

function namedLimits(): Readonly<Record<string, number>> {
  const { account, ...others } = LIMITS;
  const ofAccount = Object.entries(account).map(([name, value]) => [`account.${name}`, value]);
  return { ...others, ...Object.fromEntries(ofAccount) };
}
