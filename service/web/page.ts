import type { PageFiles } from "#web-kit/document/page-files.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type { EveryContent } from "./dashboard/frame/content.ts";
import type { DemoContent } from "./demo/frame/content.ts";
import type { DocsContent } from "./docs/frame/content.ts";
import type { WebsiteContent } from "./website/website.tsx";

/** What the pages of the service show; they are rendered by server.tsx. */
export type PageContent =
  | WebsiteContent
  | DocsContent
  | DemoContent
  | EveryContent
  | { readonly page: "not-found" };

/** The parts of the site; each has a folder, and a script and a style of its own. */
export type Site = "website" | "docs" | "demo" | "dashboard";

/** Which part of the site a page belongs to. */
export const SITE_OF: Readonly<Record<PageContent["page"], Site>> = {
  website: "website",
  docs: "docs",
  demo: "demo",
  "sign-in": "dashboard",
  "sign-up": "dashboard",
  dashboard: "dashboard",
  "not-found": "website",
};

/** What every page needs beside its content. */
export interface PageFrame {
  readonly language: Language;
  /** {base_url}, without a slash at its end. */
  readonly baseUrl: string;
  /** The status page; undefined where the service is told of none. */
  readonly statusUrl: string | undefined;
  /** The page's own path, as `/docs`. */
  readonly path: string;
  readonly files: Readonly<Record<Site, PageFiles>>;
}
