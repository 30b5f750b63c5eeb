import { HTML_TYPE } from "#runtime/content-types.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Representation, representationOf } from "#runtime/representation.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";
import type { PageContent } from "../../web/site-document.tsx";
import { KeptBy } from "../http/remembered.ts";
import { chosenLanguage } from "./reader-choices.ts";
import type { SiteServices } from "./site-services.ts";
import type { WebBuild } from "./web-build.ts";

/**
 * Style sources of the reference's renderer: the styles that it loads, and hashes of those that it writes into its page: an
 * empty element, its toasts, twice, and the placeholder of a theme, which is ours. The hashes change with the renderer's
 * version; a browser test names those that are missing.
 */
const RENDERER_STYLES = [
  "'self'",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE='",
  "'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU='",
  "'sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI='",
];

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

/** Browsers revalidate each time, and get 304 while nothing has changed. */
const REVALIDATED = "no-cache";
/** Request headers that a page depends on. */
const VARY = "accept-language, cookie";

/** Sends a page rendered for one reader, in the reader's language. */
export function sendPage(
  { web, publicUrl, statusUrl }: SiteServices,
  reply: FastifyReply,
  content: PageContent,
): FastifyReply {
  const language = chosenLanguage(reply);
  const { url, body } = reply.request;
  const [path = "/"] = url.split("?");
  const frame = { language, baseUrl: publicUrl(), statusUrl, path, files: web.files };
  return secured(web, reply, content.page)
    .type(HTML_TYPE)
    .header("vary", VARY)
    .header("cache-control", reply.getHeader("cache-control") ?? REVALIDATED)
    .send(web.renderPage(content, { ...frame, emptyFields: emptyFields(body) }));
}

const KEPT = new KeptBy<PageContent, Representation>();

/**
 * Sends a page that is the same for everybody: it is rendered once in each language, for as long as `content` is the same
 * object; `path` is its own.
 */
export function sendKeptPage(
  { web, publicUrl, statusUrl }: SiteServices,
  reply: FastifyReply,
  content: PageContent,
  path: string,
): FastifyReply | Promise<FastifyReply> {
  const language = chosenLanguage(reply);
  const frame = { language, baseUrl: publicUrl(), statusUrl, path, files: web.files };
  const name = [language, frame.baseUrl, statusUrl, path].join(" ");
  const page = KEPT.of(content, name, () =>
    representationOf(HTML_TYPE, web.renderPage(content, { ...frame, emptyFields: undefined })),
  );
  const { statusCode } = reply;
  return sendRepresentation(reply.request, secured(web, reply, content.page), page, {
    cacheControl: REVALIDATED,
    vary: VARY,
    statusCode,
  });
}

function secured(
  { styleSources, siteOf }: WebBuild,
  reply: FastifyReply,
  page: PageContent["page"],
): FastifyReply {
  return reply
    .header("content-security-policy", contentSecurityPolicy(page, styleSources[siteOf({ page })]))
    .header("referrer-policy", "same-origin");
}

/** Returns the names of the fields that were left empty in a submitted form; undefined without a form. */
function emptyFields(form: unknown): readonly string[] | undefined {
  if (!(form instanceof URLSearchParams)) return undefined;
  return [...form].filter(([, value]) => value.trim() === "").map(([name]) => name);
}

const NOT_FOUND: PageContent = { page: "not-found" };

export function sendNotFoundPage(
  services: SiteServices,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  reply.request.errorCode = "not_found";
  return sendKeptPage(services, reply.status(404), NOT_FOUND, "");
}

/** Returns whether a browser requests a page, and not a program an API response. */
export function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers.accept?.includes("text/html") === true &&
    !url.startsWith("/v1/")
  );
}
