import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Language } from "../language/languages.ts";

/** What a page loads from the start, as paths. */
export interface PageFiles {
  readonly script: string;
  /** What the script imports, so that browsers fetch it at once. */
  readonly imports: readonly string[];
  /** The texts that the script loads, by language. */
  readonly texts: Readonly<Partial<Record<Language, readonly string[]>>>;
  readonly styles: readonly string[];
  /** What the page carries of its styles itself. */
  readonly ownStyle?: string;
  readonly fonts: readonly string[];
}

/**
 * Reads what each page of a built web loads, by the page's name; rejects where one of `pages` is missing. A page carries its
 * styles itself, so that its first paint waits for no file, unless it is one of `linking`.
 */
export async function readPageFiles<Page extends string>(
  buildDirectory: string,
  pages: readonly Page[],
  linking: readonly Page[] = [],
): Promise<Readonly<Record<Page, PageFiles>>> {
  const written = await readFile(path.join(buildDirectory, "files.json"), "utf8");
  const files = JSON.parse(written) as Record<Page, PageFiles>;
  const missing = pages.find((page) => files[page] === undefined);
  if (missing !== undefined) throw new Error(`files.json has no files of the page ${missing}`);
  const read = pages.map(async (page): Promise<[Page, PageFiles]> => {
    const isLinking = linking.includes(page);
    return [page, isLinking ? files[page] : await carryingStyles(buildDirectory, files[page])];
  });
  return Object.fromEntries(await Promise.all(read)) as Record<Page, PageFiles>;
}

async function carryingStyles(
  buildDirectory: string,
  { styles, ...files }: PageFiles,
): Promise<PageFiles> {
  const texts = styles.map((file) => readFile(path.join(buildDirectory, "client", file), "utf8"));
  return { ...files, styles: [], ownStyle: (await Promise.all(texts)).join("") };
}
