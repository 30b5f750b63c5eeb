import { fastifyCookie as cookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "../../web/page.ts";

const COOKIE = "lang";
const YEAR_SECONDS = 31_536_000;

/** The language of a page: chosen by `?lang`, which is remembered, or chosen before, or what the browser prefers. */
export function chosenLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const { lang } = request.query as { readonly lang?: unknown };
  if (isLanguage(lang)) {
    const options = { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax", httpOnly: true } as const;
    void reply.header("set-cookie", cookie.serialize(COOKIE, lang, options));
    return lang;
  }
  const remembered = cookiesOf(request)[COOKIE];
  return isLanguage(remembered)
    ? remembered
    : preferredLanguage(request.headers["accept-language"]);
}

/** The cookies of a request; also of one that no route of the site takes. */
export function cookiesOf({
  headers,
}: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return cookie.parse(headers.cookie ?? "");
}

function isLanguage(value: unknown): value is Language {
  return value === "tr" || value === "en";
}

/** Turkish for whoever prefers it to English, English for everybody else. */
function preferredLanguage(header = ""): Language {
  const weights = new Map<string, number>();
  for (const [index, part] of header.split(",").entries()) {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const weight = Number(/q=([\d.]+)/.exec(parameters.join(";"))?.[1] ?? 1);
    const language = tag.split("-")[0] ?? "";
    // Among equals the first counts.
    if (!weights.has(language)) weights.set(language, weight - index * 1e-6);
  }
  return (weights.get("tr") ?? 0) > (weights.get("en") ?? 0) ? "tr" : "en";
}
