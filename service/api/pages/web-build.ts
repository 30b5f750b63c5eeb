import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Type } from "typebox";
import { Value } from "typebox/value";
import type { DocsRenderer, PageFiles, RenderPage, Site } from "../../web/page.ts";

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

const DIRECTORY = fileURLToPath(new URL("../../../build/service-web", import.meta.url));

const FILES_OF_PAGE = Type.Object({
  script: Type.String(),
  imports: Type.Array(Type.String()),
  styles: Type.Array(Type.String()),
});

const FILES = Type.Object({
  website: FILES_OF_PAGE,
  docs: FILES_OF_PAGE,
  demo: FILES_OF_PAGE,
  dashboard: FILES_OF_PAGE,
});

/** Loads what `npm run build` made of service/web; rejects with WebBuildMissing. */
export async function loadWebBuild(): Promise<WebBuild> {
  try {
    const written = await readFile(join(DIRECTORY, "files.json"), "utf8");
    const files = Value.Parse(FILES, JSON.parse(written));
    const server: unknown = await import(pathToFileURL(join(DIRECTORY, "server.js")).href);
    const rendering = server as Pick<WebBuild, "renderPage" | "docs" | "sampleClip">;
    return {
      ...rendering,
      assetsDirectory: join(DIRECTORY, "client/assets"),
      files,
    };
  } catch (cause) {
    throw new WebBuildMissing(`${DIRECTORY} cannot be used; "npm run build" makes it`, { cause });
  }
}
