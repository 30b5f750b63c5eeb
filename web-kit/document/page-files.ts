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
  /** The text of its styles, which the page carries itself. */
  readonly style: string;
  readonly fonts: readonly string[];
}

/** What a build says of a page. */
export interface BuiltFiles extends Omit<PageFiles, "style"> {
  readonly styles: readonly string[];
}

/**
 * Reads what each page of a built web loads, by the page's name; rejects where one of `pages` is missing. Pages carry their
 * styles themselves, so that the first paint waits for no file.
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
