import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Language } from "../language/languages.ts";

/** The files that a page loads from the start, as paths. */
export interface PageFiles {
  readonly script: string;
  /** Modules that the script imports, so that browsers fetch them at once. */
  readonly imports: readonly string[];
  /** The texts that the script loads, by language. */
  readonly texts: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** The text of its styles, which are inlined in the page. */
  readonly style: string;
  readonly fonts: readonly string[];
}

/** The files of a page in the build's manifest. */
export interface BuiltFiles extends Omit<PageFiles, "style"> {
  readonly styles: readonly string[];
}

/**
 * Reads the files of each page of a build, by the page's name; rejects where one of `pages` is missing. Styles are inlined in
 * pages, so that the first paint waits for no file.
 */
export async function readPageFiles<Page extends string>(
  buildDirectory: string,
  pages: readonly Page[],
): Promise<Readonly<Record<Page, PageFiles>>> {
  const written = await readFile(path.join(buildDirectory, "files.json"), "utf8");
  const files = JSON.parse(written) as Record<Page, BuiltFiles>;
  const missing = pages.find((page) => files[page] === undefined);
  if (missing !== undefined) throw new Error(`files.json has no files of the page ${missing}`);
  const read = pages.map(
    async (page) => [page, await carryingStyles(buildDirectory, files[page])] as const,
  );
  return Object.fromEntries(await Promise.all(read)) as Record<Page, PageFiles>;
}

async function carryingStyles(
  buildDirectory: string,
  { styles, ...files }: BuiltFiles,
): Promise<PageFiles> {
  const texts = styles.map((file) => readFile(path.join(buildDirectory, "client", file), "utf8"));
  return { ...files, style: (await Promise.all(texts)).join("") };
}
