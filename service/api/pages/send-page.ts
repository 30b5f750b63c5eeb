import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageContent } from "../../web/site-document.tsx";
import { chosenLanguage } from "./reader-choices.ts";
import type { SiteServices } from "./site-services.ts";

/**
 * The styles that the renderer of the reference loads, and those that it writes into its page: an empty element, what its toasts look like, twice, and
 * the place of a theme, which is ours. They change with its version, and a browser test names those that are missing.
 */
const RENDERER_STYLES = [
  "'self'",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE='",
  "'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU='",
  "'sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI='",
];

const REFUSALS_FOR_LOAD: ReadonlySet<number> = new Set([429, 503]);

const contentSecurityPolicy = (page: PageContent["page"], styleSource: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src", styleSource, ...(page === "reference" ? RENDERER_STYLES : [])].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Answers with a page in the reader's language. */
export function sendPage(
  { web, publicUrl, statusUrl }: SiteServices,
  reply: FastifyReply,
  content: PageContent,
): FastifyReply {
  const language = chosenLanguage(reply);
  const { files, styleSources, siteOf, renderPage } = web;
  const { url, body } = reply.request;
  const [path = "/"] = url.split("?");
  const frame = { language, baseUrl: publicUrl(), statusUrl, path, files };
  // To compress a page takes three times as long as to write it: whoever is refused for asking too much gets it as it is. This
  // header is how the plugin is told for one request.
  if (REFUSALS_FOR_LOAD.has(reply.statusCode)) reply.request.headers["x-no-compression"] = "1";
  return reply
    .type("text/html; charset=utf-8")
    .header(
      "content-security-policy",
      contentSecurityPolicy(content.page, styleSources[siteOf(content)]),
    )
    .header("referrer-policy", "same-origin")
    .header("vary", "accept-language, cookie")
    .header("cache-control", reply.getHeader("cache-control") ?? "no-cache")
    .send(renderPage(content, { ...frame, emptyFields: emptyFields(body) }));
}

/** The names of the fields that were left empty in a form that was sent; undefined where none was. */
function emptyFields(form: unknown): readonly string[] | undefined {
  if (!(form instanceof URLSearchParams)) return undefined;
  return [...form].filter(([, value]) => value.trim() === "").map(([name]) => name);
}

export function sendNotFoundPage(services: SiteServices, reply: FastifyReply): FastifyReply {
  reply.request.errorCode = "not_found";
  return sendPage(services, reply.status(404), { page: "not-found" });
}

/** Whether a browser asks for a page, and not a program for an answer that it reads. */
export function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers.accept?.includes("text/html") === true &&
    !url.startsWith("/v1/")
  );
}
