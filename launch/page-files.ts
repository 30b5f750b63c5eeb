import type { Manifest, ManifestChunk } from "vite";
import { languages } from "../web-kit/language/languages.ts";
import type { BuiltFiles } from "../web-kit/document/page-files.ts";

/** Returns the files that the page of each entry of a build loads, by the entry's name. */
export function pageFiles(manifest: Manifest): Record<string, BuiltFiles> {
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry === true);
  return Object.fromEntries(entries.map((entry) => [nameOf(entry), filesOf(manifest, entry)]));
}

function filesOf(manifest: Manifest, entry: ManifestChunk): BuiltFiles {
  const [, ...imports] = withImports(manifest, entry);
  return {
    script: pathOf(entry.file),
    imports: imports.map(({ file }) => pathOf(file)),
    texts: textsOf(manifest, [entry, ...imports]),
    // The manifest names a chunk's own style before shared ones; here shared ones come first, so that its own rules win.
    styles: [...new Set([entry, ...imports].flatMap(({ css }) => css ?? []))]
      .toReversed()
      .map(pathOf),
    fonts: [...new Set([entry, ...imports].flatMap(({ assets }) => assets ?? []))]
      .filter((file) => file.endsWith(".woff2"))
      .map(pathOf),
  };
}

/** Returns the text files (`languages/{language}/…`) that chunks load when they run, by language. */
function textsOf(manifest: Manifest, chunks: readonly ManifestChunk[]): BuiltFiles["texts"] {
  const loaded = [...new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports ?? []))];
  return Object.fromEntries(
    languages.map((language) => [
      language,
      loaded
        .filter((source) => source.startsWith(`languages/${language}/`))
        .map((source) => pathOf(chunkOf(manifest, source).file)),
    ]),
  );
}

/** Returns a chunk, followed by all chunks that it imports. */
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
