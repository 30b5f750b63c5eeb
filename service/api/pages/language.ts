import { fastifyCookie as cookie } from "@fastify/cookie";
import { isLanguage, type Language } from "#web-kit/language/languages.ts";
import { negotiateLanguage } from "#web-kit/language/negotiate-language.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

const COOKIE = "lang";
const YEAR_SECONDS = 31_536_000;

/** The language of a page: chosen by `?lang`, which is remembered, or chosen before, or what the browser prefers. */
export function chosenLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const { lang } = request.query as { readonly lang?: unknown };
  if (isLanguage(lang)) {
    const options = { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax", httpOnly: true } as const;
    void reply.header("set-cookie", cookie.serialize(COOKIE, lang, options));
  }
  const remembered = cookiesOf(request)[COOKIE];
  const acceptLanguage = request.headers["accept-language"];
  return negotiateLanguage({ chosen: lang, remembered, acceptLanguage });
}

/** The cookies of a request; also of one that no route of the site takes. */
export function cookiesOf({
  headers,
}: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return cookie.parse(headers.cookie ?? "");
}
