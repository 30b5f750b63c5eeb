import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type PageFiles, readPageFiles } from "#web-kit/document/page-files.ts";
import { styleHash } from "#web-kit/document/style-hash.ts";
import type { Site } from "../../web/site-document.tsx";
import type * as server from "../../web/server.tsx";

type WebServer = typeof server;

/** The built web part: what renders its pages, and the files that they load. */
export interface WebBuild extends WebServer {
  /** The files under /assets/. */
  readonly assetsDirectory: string;
  readonly files: Readonly<Record<Site, PageFiles>>;
  /** Where the styles of pages come from, as a content security policy says it. */
  readonly styleSources: Readonly<Record<Site, string>>;
}

/** The web part was not built; the message is one line that says how to. */
export class WebBuildMissing extends Error {
  override readonly name = "WebBuildMissing";
}

const DIRECTORY = fileURLToPath(new URL("../../../build/service-web", import.meta.url));

/** The renderer of the reference links to styles of its own, which come after the page's. */
const LINKING: readonly Site[] = ["reference"];

const SITES: readonly Site[] = ["website", "docs", "reference", "demo", "dashboard"];

/** Loads what `npm run build` made of service/web; rejects with WebBuildMissing. */
export async function loadWebBuild(): Promise<WebBuild> {
  try {
    const files = await readPageFiles(DIRECTORY, SITES, LINKING);
    const rendering: WebServer = await import(pathToFileURL(join(DIRECTORY, "server.js")).href);
    return {
      ...rendering,
      assetsDirectory: join(DIRECTORY, "client/assets"),
      files,
      styleSources: Object.fromEntries(
        SITES.map((site) => [site, styleSource(files[site])]),
      ) as WebBuild["styleSources"],
    };
  } catch (cause) {
    throw new WebBuildMissing(`${DIRECTORY} cannot be used; "npm run build" makes it`, { cause });
  }
}

function styleSource({ ownStyle }: PageFiles): string {
  return ownStyle === undefined ? "'self'" : styleHash(ownStyle);
}
