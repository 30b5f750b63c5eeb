import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type PageFiles, readPageFiles } from "#web-kit/document/page-files.ts";
import { styleHash } from "#web-kit/document/style-hash.ts";
import type { Site } from "../../web/site-document.tsx";
import type * as server from "../../web/server.tsx";

type WebServer = typeof server;

/** The built web part: functions that render its pages, and the files that they load. */
export interface WebBuild extends WebServer {
  /** The files under /assets/. */
  readonly assetsDirectory: string;
  readonly files: Readonly<Record<Site, PageFiles>>;
  /** The inline styles of pages, as sources in a content security policy. */
  readonly styleSources: Readonly<Record<Site, string>>;
}

/** The web part was not built; the message is one line that says how to build it. */
export class WebBuildMissing extends Error {
  override readonly name = "WebBuildMissing";
}

const DIRECTORY = fileURLToPath(new URL("../../../build/service-web", import.meta.url));

const SITES: readonly Site[] = ["website", "docs", "reference", "demo", "dashboard"];

/** Loads the build of service/web that `npm run build` makes; rejects with WebBuildMissing. */
export async function loadWebBuild(): Promise<WebBuild> {
  try {
    const files = await readPageFiles(DIRECTORY, SITES);
    const rendering: WebServer = await import(pathToFileURL(join(DIRECTORY, "server.js")).href);
    rendering.prepareHighlighting();
    return {
      ...rendering,
      assetsDirectory: join(DIRECTORY, "client/assets"),
      files,
      styleSources: Object.fromEntries(
        SITES.map((site) => [site, styleHash(files[site].style)]),
      ) as WebBuild["styleSources"],
    };
  } catch (cause) {
    throw new WebBuildMissing(`${DIRECTORY} cannot be used; "npm run build" makes it`, { cause });
  }
}
