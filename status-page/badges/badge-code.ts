import { LANGUAGE_FIELD } from "#web-kit/language/negotiate-language.ts";
import { DEFAULT_LANGUAGE, type Language } from "#web-kit/language/languages.ts";

export type BadgeShow = "status" | "uptime" | "latency";

export interface BadgeSubject {
  /** A component's or a group's id; `overall` for the whole page. */
  readonly id: string;
  /** The status page's URL, without a trailing slash. */
  readonly statusUrl: string;
  /** The path of the page that it links to. */
  readonly path: string;
}

/** Returns a badge's path; the default language and the status need no parameter. */
export function badgePath(id: string, show: BadgeShow, language: Language): string {
  const query = new URLSearchParams();
  if (show !== "status") query.set("show", show);
  if (language !== DEFAULT_LANGUAGE) query.set(LANGUAGE_FIELD, language);
  const queryString = query.toString();
  return `/badge/${encodeURIComponent(id)}.svg${queryString === "" ? "" : `?${queryString}`}`;
}

/** Returns the code that embeds a badge; `label` is its alternative text. */
export function badgeCode(
  { id, statusUrl, path }: BadgeSubject,
  show: BadgeShow,
  language: Language,
  label: string,
) {
  const address = statusUrl + badgePath(id, show, language);
  const target = statusUrl + path;
  return {
    markdown: `[![${label.replace(/[\\[\]]/g, String.raw`\$&`)}](${address})](${target})`,
    html: `<a href="${inAttribute(target)}"><img src="${inAttribute(address)}" alt="${inAttribute(label)}"></a>`,
    address,
  };
}

function inAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
