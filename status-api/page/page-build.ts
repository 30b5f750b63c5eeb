import type { Language } from "#web-kit/language/languages.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type PageFiles, readPageFiles } from "#web-kit/document/page-files.ts";
import { styleHash } from "#web-kit/document/style-hash.ts";
import { BEST_BROTLI_QUALITY } from "#runtime/content-encoding.ts";
import { ConfigError } from "#runtime/settings.ts";
import type { ContentOf } from "./content-of.ts";
import type { ConsoleContent } from "./page-view-console.ts";
import type { PageView } from "./page-view.ts";
import type { ComponentPageView } from "./page-view-component.ts";
import type { HistoryView } from "./page-view-history.ts";
import type { ReportView } from "./page-view-report.ts";
import type { StatusEventPageView } from "./page-view-status-event.ts";
import { type Representation, representationOf } from "#runtime/representation.ts";
import type { SubscriptionContent } from "./subscriber-content.ts";

export type PageContent =
  | ContentOf<"overview", PageView>
  | ContentOf<"component", ComponentPageView>
  | ContentOf<"statusEvent", StatusEventPageView>
  | ContentOf<"history", HistoryView>
  | ContentOf<"report", ReportView>;

/** The scripts that hydrate pages, one for each kind of page. */
export const SCRIPT_NAMES = [
  "overview",
  "component",
  "statusEvent",
  "history",
  "report",
  "subscribe",
  "console",
] as const;
export type ScriptName = (typeof SCRIPT_NAMES)[number];

/** Whom a page is for. */
export type Audience = "everybody" | "console";

export interface PageOptions {
  readonly language: Language;
  /** The path of the page, for links to its other languages. */
  readonly path: string;
  /** Epoch milliseconds; the age of the data is shown as of this time. */
  readonly renderedAtMs: number;
  readonly files: Readonly<Record<ScriptName, PageFiles>>;
  /** The branding of the page: logo, icon, accent colour and links. */
  readonly identity: PageIdentity;
  /** The URL of the status page, without a trailing slash; left out where it is on the same site. */
  readonly siteUrl?: string | undefined;
}

/**
 * Why there is nothing to show: no report yet, a database that was not reached yet, an unknown address, a fault of ours, or a
 * database that does not answer any more.
 */
export type PageMessage = "waiting" | "notReached" | "notFound" | "failed" | "databaseAway";

/** Exports of the built page's server side; status-page implements it. */
export interface PageModule {
  /** Sets the path below which the pages are that are rendered next: empty, or without a slash at its end. */
  readonly setBasePath: (path: string) => void;
  readonly renderPage: (content: PageContent, options: PageOptions) => string;
  /** Renders a page that says why there is nothing else to see; `name` is the page's, undefined while it is unknown. */
  readonly renderMessage: (
    message: PageMessage,
    name: LocalizedText | undefined,
    options: PageOptions,
  ) => string;
  readonly renderSubscription: (
    content: SubscriptionContent,
    name: LocalizedText | undefined,
    options: PageOptions,
  ) => string;
  /** Renders a page of the console; `name` is the page's, undefined where it must not be shown. */
  readonly renderConsole: (
    content: ConsoleContent,
    name: LocalizedText | undefined,
    options: PageOptions,
  ) => string;
}

/** The built status page: its renderer and the files that browsers fetch. */
export interface PageBuild {
  readonly module: PageModule;
  readonly files: Readonly<Record<ScriptName, PageFiles>>;
  /** The content security policy's sources for the inline styles of public pages and of console pages. */
  readonly styleSources: Readonly<Record<Audience, string>>;
  /** By path, such as `/assets/page-1a2b.js`; names contain a hash of the content, so that a file never changes. */
  readonly assets: ReadonlyMap<string, Representation>;
}

/** Returns a build whose pages are all below a path of their host; `basePath` is empty at its root, else e.g. `/status`. */
export function buildBelow(build: PageBuild, basePath: string): PageBuild {
  const { setBasePath, ...renderers } = build.module;
  // The renderers are shared with builds below other paths.
  const below =
    <Parameters extends readonly unknown[]>(render: (...parameters: Parameters) => string) =>
    (...parameters: Parameters): string => {
      setBasePath(basePath);
      return render(...parameters);
    };
  const files = Object.fromEntries(
    Object.entries(build.files).map(([name, one]) => {
      const style = one.style.replaceAll("url(/", `url(${basePath}/`);
      return [name, { ...one, style }];
    }),
  ) as PageBuild["files"];
  return {
    ...build,
    module: {
      setBasePath,
      renderPage: below(renderers.renderPage),
      renderMessage: below(renderers.renderMessage),
      renderSubscription: below(renderers.renderSubscription),
      renderConsole: below(renderers.renderConsole),
    },
    files,
    styleSources: styleSourcesOf(files),
  };
}

/** Returns the files that pages of one kind load, and no others. */
export function assetsOf({ files, assets }: PageBuild, name: ScriptName): PageBuild["assets"] {
  const { script, imports, texts, fonts } = files[name];
  const needed = new Set([script, ...imports, ...Object.values(texts).flat(), ...fonts]);
  return new Map([...assets].filter(([path]) => needed.has(path)));
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Loads what Vite built into `directory`; throws `ConfigError` when it is not there. */
export async function loadPageBuild(directory: string): Promise<PageBuild> {
  try {
    const files = await readPageFiles(directory, SCRIPT_NAMES);
    const module: PageModule = await import(pathToFileURL(path.join(directory, "server.js")).href);
    return {
      module,
      files,
      styleSources: styleSourcesOf(files),
      assets: await loadAssets(path.join(directory, "client")),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `the status page in ${directory} is not built (npm run build): ${reason}`,
    );
  }
}

function styleSourcesOf({
  console: ofConsole,
  ...ofEverybody
}: PageBuild["files"]): PageBuild["styleSources"] {
  return { everybody: sourcesOf(Object.values(ofEverybody)), console: sourcesOf([ofConsole]) };
}

function sourcesOf(files: readonly PageFiles[]): string {
  return [...new Set(files.map(({ style }) => style))].map(styleHash).join(" ");
}

async function loadAssets(client: string): Promise<Map<string, Representation>> {
  const names = await readdir(path.join(client, "assets"));
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Representation]> => {
        const contentType = CONTENT_TYPES[path.extname(name)] ?? "application/octet-stream";
        const bytes = await readFile(path.join(client, "assets", name));
        return [`/assets/${name}`, representationOf(contentType, bytes, BEST_BROTLI_QUALITY)];
      }),
    ),
  );
}
