/// <reference types="vite/client" />
import { byLanguage } from "#web-kit/language/texts.ts";
import type {
  CodeTexts,
  DashboardTexts,
  DemoTexts,
  DocsTexts,
  FrameTexts,
  WebsiteTexts,
} from "./texts.ts";

/** Every text of the site, by part and language; only the server has them all. */
export const ALL_TEXTS = {
  code: byLanguage<CodeTexts>(
    import.meta.glob("/languages/*/site/code.json", { eager: true, import: "default" }),
  ),
  dashboard: byLanguage<DashboardTexts>(
    import.meta.glob("/languages/*/site/dashboard.json", { eager: true, import: "default" }),
  ),
  demo: byLanguage<DemoTexts>(
    import.meta.glob("/languages/*/site/demo.json", { eager: true, import: "default" }),
  ),
  docs: byLanguage<DocsTexts>(
    import.meta.glob("/languages/*/site/docs.json", { eager: true, import: "default" }),
  ),
  /** Sentences of the contract, which is written in English, in other languages. */
  docsSentences: byLanguage<Readonly<Record<string, string>>>(
    import.meta.glob("/languages/*/site/docs-sentences.json", { eager: true, import: "default" }),
  ),
  frame: byLanguage<FrameTexts>(
    import.meta.glob("/languages/*/site/frame.json", { eager: true, import: "default" }),
  ),
  website: byLanguage<WebsiteTexts>(
    import.meta.glob("/languages/*/site/website.json", { eager: true, import: "default" }),
  ),
};
