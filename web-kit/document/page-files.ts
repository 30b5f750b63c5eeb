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
  readonly fonts: readonly string[];
}

/** Reads what each page of a built web loads, by the page's name; rejects where one of `pages` is missing. */
export async function readPageFiles<Page extends string>(
  buildDirectory: string,
  pages: readonly Page[],
): Promise<Readonly<Record<Page, PageFiles>>> {
  const written = await readFile(path.join(buildDirectory, "files.json"), "utf8");
  const files = JSON.parse(written) as Record<Page, PageFiles>;
  const missing = pages.find((page) => files[page] === undefined);
  if (missing !== undefined) throw new Error(`files.json has no files of the page ${missing}`);
  return files;
}
