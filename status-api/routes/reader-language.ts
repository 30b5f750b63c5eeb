import type { Language } from "#web-kit/language/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LANGUAGE_COOKIE, negotiateLanguage } from "#web-kit/language/negotiate-language.ts";

/**
 * Returns the reader's language: the one `chosen` in this request (by default by the link), else the one remembered from
 * before, else the one that the browser prefers.
 */
export function readerLanguage(
  request: FastifyRequest,
  chosen: unknown = (request.query as { lang?: unknown }).lang,
): Language {
  const { cookie, "accept-language": acceptLanguage } = request.headers;
  // Parsed here rather than by a hook: most requests are for documents, which have no language.
  const cookies = cookie === undefined ? {} : request.server.parseCookie(cookie);
  return negotiateLanguage({ chosen, remembered: cookies[LANGUAGE_COOKIE.name], acceptLanguage });
}

/** Sets the cookie that remembers the language. */
export function rememberLanguage(reply: FastifyReply, language: Language): void {
  void reply.setCookie(LANGUAGE_COOKIE.name, language, LANGUAGE_COOKIE.options);
}
