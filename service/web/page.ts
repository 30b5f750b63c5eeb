import type { DashboardContent, SignInContent, SignUpContent } from "./dashboard/content.ts";
import type { DemoContent } from "./demo/content.ts";
import type { DocsContent } from "./docs/content.ts";

/** What the pages of the service show; they are rendered by server.tsx. */
export type PageContent =
  | { readonly page: "website" }
  | DocsContent
  | DemoContent
  | SignInContent
  | SignUpContent
  | DashboardContent;

export type Language = "tr" | "en";

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
};

/** The files that a page loads, as paths. */
export interface PageFiles {
  readonly script: string;
  /** What the script imports, so that browsers fetch it at once. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

/** What every page needs beside its content. */
export interface PageFrame {
  readonly language: Language;
  /** {base_url}, without a slash at its end. */
  readonly baseUrl: string;
  /** The page's own path, as `/docs`. */
  readonly path: string;
  readonly files: Readonly<Record<Site, PageFiles>>;
}

/** Renders a whole HTML document. */
export type RenderPage = (content: PageContent, frame: PageFrame) => string;
