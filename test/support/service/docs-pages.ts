/** A block of code of a page, as a reader copies it. */
export interface CopiedCode {
  readonly language: string;
  readonly code: string;
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&amp;": "&",
};

/** Returns every block of code of a page. */
export function codeOf(html: string): readonly CopiedCode[] {
  const blocks = html.matchAll(
    /<div class="code" data-language="(\w+)"><pre[^>]*><code[^>]*>(.*?)<\/code>/gs,
  );
  return [...blocks].map(([, language = "", code = ""]) => ({
    language,
    code: code
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/&(?:#?\w+);/g, (entity) => entities[entity] ?? entity),
  }));
}

/** Returns where the links of a page lead within the site, as `/docs#key`, but for those to itself in another language. */
export function linksOf(html: string, path: string): readonly string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => href);
  return [...new Set(hrefs.map((href) => (href.startsWith("#") ? `${path}${href}` : href)))].filter(
    (href) => href.startsWith("/") && !href.includes("?lang="),
  );
}

/**
 * Visits a site from some of its pages on, and returns each page that it leads to by its path, with its HTML. Files under
 * `sampled` are alike, and of each such folder one is fetched.
 */
export async function crawled(
  origin: string,
  starts: readonly string[],
  headers: Readonly<Record<string, string>>,
  sampled?: RegExp,
): Promise<ReadonlyMap<string, { readonly status: number; readonly html: string }>> {
  const pages = new Map<string, { readonly status: number; readonly html: string }>();
  const waiting = [...starts];
  const alike = new Map<string, { readonly status: number; readonly html: string }>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const [folder] = sampled?.exec(path) ?? [];
    const known = folder === undefined ? undefined : alike.get(folder);
    if (known !== undefined) {
      pages.set(path, known);
      continue;
    }
    const answer = await fetch(new URL(path, origin), { headers });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    const html = isPage ? await answer.text() : "";
    if (!isPage) await answer.body?.cancel();
    const page = { status: answer.status, html };
    pages.set(path, page);
    if (folder !== undefined) alike.set(folder, page);
    waiting.push(...linksOf(html, path).map((href) => href.split("#")[0] ?? ""));
  }
  return pages;
}
