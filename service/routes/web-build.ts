import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { DocsRenderer, PageFiles, RenderPage, Site } from "../web/page.ts";

/** The built web part: what renders its pages, and the files that they load. */
export interface WebBuild {
  readonly renderPage: RenderPage;
  readonly docs: DocsRenderer;
  /** Where the clip lies that the examples transcribe, as `/assets/…`. */
  readonly sampleClip: string;
  /** The files under /assets/. */
  readonly assetsDirectory: string;
  readonly files: Readonly<Record<Site, PageFiles>>;
}

/** The web part was not built; the message is one line that says how to. */
export class WebBuildMissing extends Error {
  override readonly name = "WebBuildMissing";
}

const DIRECTORY = fileURLToPath(new URL("../../build/service-web", import.meta.url));

interface ViteChunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** The manifest's names of what it imports. */
  readonly imports?: readonly string[];
}

type ViteManifest = Readonly<Record<string, ViteChunk | undefined>>;

/** Loads what `npm run build` made of service/web; rejects with WebBuildMissing. */
export async function loadWebBuild(): Promise<WebBuild> {
  try {
    const manifestFile = join(DIRECTORY, "client/.vite/manifest.json");
    const manifest: unknown = JSON.parse(await readFile(manifestFile, "utf8"));
    const filesOf = (site: Site) => pageFiles(manifest as ViteManifest, site);
    const server: unknown = await import(pathToFileURL(join(DIRECTORY, "server.js")).href);
    const rendering = server as Pick<WebBuild, "renderPage" | "docs" | "sampleClip">;
    return {
      ...rendering,
      assetsDirectory: join(DIRECTORY, "client/assets"),
      files: {
        website: filesOf("website"),
        docs: filesOf("docs"),
        demo: filesOf("demo"),
        dashboard: filesOf("dashboard"),
      },
    };
  } catch (cause) {
    throw new WebBuildMissing(`${DIRECTORY} cannot be used; "npm run build" makes it`, { cause });
  }
}

function pageFiles(manifest: ViteManifest, site: Site): PageFiles {
  const name = `service/web/${site}/client.tsx`;
  const entry = chunkOf(manifest, name);
  const chunks = withImports(manifest, name);
  const path = (file: string) => `/${file}`;
  return {
    script: path(entry.file),
    imports: chunks.filter((chunk) => chunk !== entry).map(({ file }) => path(file)),
    // The manifest names a chunk's own style before those that it shares; these come first, so that its own rules win.
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].toReversed().map(path),
  };
}

/** A chunk, and after it all that it imports. */
function withImports(manifest: ViteManifest, name: string): ViteChunk[] {
  const chunk = chunkOf(manifest, name);
  const imported = (chunk.imports ?? []).flatMap((other) => withImports(manifest, other));
  return [...new Set([chunk, ...imported])];
}

function chunkOf(manifest: ViteManifest, name: string): ViteChunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  return chunk;
}
