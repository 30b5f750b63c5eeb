import { fastifyCookie as cookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isLanguage, type Language } from "#web-kit/language/languages.ts";
import { LANGUAGE_COOKIE, negotiateLanguage } from "#web-kit/language/negotiate-language.ts";
import type { CodeLanguage } from "../../web/code/code-block.tsx";

/** Set by the pages' script. */
const CODE_COOKIE = "code";
const CODE_LANGUAGES: readonly CodeLanguage[] = ["curl", "javascript", "python"];

/**
 * Returns the language of a page: `?lang`, which a cookie then remembers, else the remembered one, else the browser's
 * preference.
 */
export function chosenLanguage(reply: FastifyReply): Language {
  const { request } = reply;
  const { lang } = request.query as { readonly lang?: unknown };
  if (isLanguage(lang)) {
    const { name, options } = LANGUAGE_COOKIE;
    void reply.header("set-cookie", cookie.serialize(name, lang, options));
  }
  const remembered = cookiesOf(request)[LANGUAGE_COOKIE.name];
  const acceptLanguage = request.headers["accept-language"];
  return negotiateLanguage({ chosen: lang, remembered, acceptLanguage });
}

export function codeLanguageOf(request: FastifyRequest): CodeLanguage {
  const chosen = cookiesOf(request)[CODE_COOKIE];
  return CODE_LANGUAGES.find((language) => language === chosen) ?? "curl";
}

/** Parses the cookie header itself: the cookie plugin does not see requests that no route of the site takes. */
function cookiesOf({ headers }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return cookie.parse(headers.cookie ?? "");
}
