import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageContent } from "../../web/site-document.tsx";
import { chosenLanguage } from "./reader-choices.ts";
import type { SiteServices } from "./site-services.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
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
  const { files, renderPage } = web;
  const [path = "/"] = reply.request.url.split("?");
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", CONTENT_SECURITY_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "same-origin")
    .header("vary", "accept-language, cookie")
    .header("cache-control", reply.getHeader("cache-control") ?? "no-cache")
    .send(renderPage(content, { language, baseUrl: publicUrl(), statusUrl, path, files }));
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
