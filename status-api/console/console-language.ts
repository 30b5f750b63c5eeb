import { LANGUAGE_FIELD } from "#web-kit/language/negotiate-language.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isLanguage, type Language } from "#web-kit/language/languages.ts";
import { pathOf } from "../routes/page-headers.ts";
import { readerLanguage, rememberLanguage } from "../routes/reader-language.ts";

/**
 * Returns the language of a console page, and remembers it where this request chose it: by a link, or by a form that keeps its
 * contents.
 */
export function consoleLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const { body, query } = request;
  const chosen =
    body instanceof URLSearchParams ? body.get(LANGUAGE_FIELD) : (query as { lang?: unknown }).lang;
  const language = readerLanguage(request, chosen ?? undefined);
  if (isLanguage(chosen)) rememberLanguage(reply, language);
  return language;
}

/** Returns the URL of a page for links to its other languages; after a form, that of the page the form belongs to. */
export function placeOf(request: FastifyRequest): string {
  const path = pathOf(request);
  if (request.method !== "GET") return path.split("/").slice(0, 3).join("/");
  const query = new URLSearchParams(request.url.split("?")[1] ?? "");
  query.delete(LANGUAGE_FIELD);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
