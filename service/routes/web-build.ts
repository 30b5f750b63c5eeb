import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { RenderPage } from "../web/page.ts";

/** The built web part: what renders its pages, and the files that they load. */
export interface WebBuild {
  readonly renderPage: RenderPage;
  /** The files under /assets/. */
  readonly assetsDirectory: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The web part was not built; the message is one line that says how to. */
export class WebBuildMissing extends Error {
  override readonly name = "WebBuildMissing";
}

const DIRECTORY = fileURLToPath(new URL("../../build/service-web", import.meta.url));
const ENTRY = "service/web/client.tsx";

interface ViteEntry {
  readonly file: string;
  readonly css?: readonly string[];
}

/** Loads what `npm run build` made of service/web; rejects with WebBuildMissing. */
export async function loadWebBuild(): Promise<WebBuild> {
  try {
    const manifestFile = join(DIRECTORY, "client/.vite/manifest.json");
    const manifest: unknown = JSON.parse(await readFile(manifestFile, "utf8"));
    const entry = (manifest as Readonly<Record<string, ViteEntry | undefined>>)[ENTRY];
    if (entry === undefined) throw new Error(`${manifestFile} has no ${ENTRY}`);
    const server: unknown = await import(pathToFileURL(join(DIRECTORY, "server.js")).href);
    const { renderPage } = server as { readonly renderPage: RenderPage };
    return {
      renderPage,
      assetsDirectory: join(DIRECTORY, "client/assets"),
      scripts: [`/${entry.file}`],
      styles: (entry.css ?? []).map((file) => `/${file}`),
    };
  } catch (cause) {
    throw new WebBuildMissing(`${DIRECTORY} cannot be used; "npm run build" makes it`, { cause });
  }
}
