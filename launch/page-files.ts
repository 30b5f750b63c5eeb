import type { Manifest, ManifestChunk } from "vite";

/** What a page loads from the start, as paths. */
export interface PageFiles {
  readonly script: string;
  /** What the script imports, so that browsers fetch it at once. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

/** Returns what the page of each entry of a build loads, by the entry's name. */
export function pageFiles(manifest: Manifest): Record<string, PageFiles> {
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry === true);
  return Object.fromEntries(entries.map((entry) => [nameOf(entry), filesOf(manifest, entry)]));
}

function filesOf(manifest: Manifest, entry: ManifestChunk): PageFiles {
  const [, ...imports] = withImports(manifest, entry);
  return {
    script: pathOf(entry.file),
    imports: imports.map(({ file }) => pathOf(file)),
    // A chunk's own style is named before those that it shares; these come first, so that its own rules win.
    styles: [...new Set([entry, ...imports].flatMap(({ css }) => css ?? []))]
      .toReversed()
      .map(pathOf),
  };
}

/** A chunk, and after it all that it imports. */
function withImports(manifest: Manifest, chunk: ManifestChunk): ManifestChunk[] {
  const imported = (chunk.imports ?? []).flatMap((name) =>
    withImports(manifest, chunkOf(manifest, name)),
  );
  return [...new Set([chunk, ...imported])];
}

function chunkOf(manifest: Manifest, name: string): ManifestChunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  return chunk;
}

function nameOf({ name, file }: ManifestChunk): string {
  if (name === undefined) throw new Error(`the build has no name for ${file}`);
  return name;
}

const pathOf = (file: string): string => `/${file}`;
