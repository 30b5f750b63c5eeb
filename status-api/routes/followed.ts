import type { FastifyRequest } from "fastify";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "#web-kit/language/languages.ts";

/** Programs that follow a feed or a calendar request it every few minutes at most. */
export const FOLLOWED_CACHING =
  "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";

/** Returns the language of `?lang=`, or else English, for what programs fetch, which send no language of their own. */
export function requestedLanguage({ query }: FastifyRequest): Language {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}
