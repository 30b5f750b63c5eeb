import { defaultLanguage, type Language } from "#web-kit/language/languages.ts";

/** What a badge shows. */
export type BadgeShow = "status" | "uptime" | "latency";

/** What a badge is of, and where it leads. */
export interface BadgeSubject {
  /** A component's or a group's id; `overall` for the whole page. */
  readonly id: string;
  /** The status page's address, without a slash at its end. */
  readonly statusUrl: string;
  /** The path of the page that it leads to. */
  readonly path: string;
}

/** How a badge is put into another page. */
export interface BadgeCode {
  readonly markdown: string;
  readonly html: string;
  /** The address of the picture. */
  readonly address: string;
}

/** Returns a badge's path; English and the status go without saying. */
export function badgePath(id: string, show: BadgeShow, language: Language): string {
  const query = new URLSearchParams();
  if (show !== "status") query.set("show", show);
  if (language !== defaultLanguage) query.set("lang", language);
  const asked = query.toString();
  return `/badge/${encodeURIComponent(id)}.svg${asked === "" ? "" : `?${asked}`}`;
}

/** Writes what puts a badge into a README or a page; `label` is what those read who do not see it. */
export function badgeCode(
  { id, statusUrl, path }: BadgeSubject,
  show: BadgeShow,
  language: Language,
  label: string,
): BadgeCode {
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
