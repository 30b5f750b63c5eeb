import type { Language } from "#web-kit/language/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { negotiateLanguage } from "#web-kit/language/negotiate-language.ts";

const LANGUAGE_COOKIE = "lang";
const YEAR_SECONDS = 31_536_000;

/**
 * Finds the language of whoever asks: the one `chosen` here and now, by the link unless told otherwise, else the one
 * remembered from before, else what the browser prefers.
 */
export function readerLanguage(
  request: FastifyRequest,
  chosen: unknown = (request.query as { lang?: unknown }).lang,
): Language {
  const { cookie, "accept-language": acceptLanguage } = request.headers;
  // Parsed here and not by a hook: what is asked for most, the documents, has no language.
  const cookies = cookie === undefined ? {} : request.server.parseCookie(cookie);
  return negotiateLanguage({ chosen, remembered: cookies[LANGUAGE_COOKIE], acceptLanguage });
}

/** Sets the cookie that remembers the language. */
export function rememberLanguage(reply: FastifyReply, language: Language): void {
  void reply.setCookie(LANGUAGE_COOKIE, language, {
    path: "/",
    maxAge: YEAR_SECONDS,
    sameSite: "lax",
    httpOnly: true,
  });
}
