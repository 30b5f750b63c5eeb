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
    import.meta.glob("./*/code.json", { eager: true, import: "default" }),
  ),
  dashboard: byLanguage<DashboardTexts>(
    import.meta.glob("./*/dashboard.json", { eager: true, import: "default" }),
  ),
  demo: byLanguage<DemoTexts>(
    import.meta.glob("./*/demo.json", { eager: true, import: "default" }),
  ),
  docs: byLanguage<DocsTexts>(
    import.meta.glob("./*/docs.json", { eager: true, import: "default" }),
  ),
  /** Sentences of the contract, which is written in English, in other languages. */
  docsSentences: byLanguage<Readonly<Record<string, string>>>(
    import.meta.glob("./*/docs-sentences.json", { eager: true, import: "default" }),
  ),
  frame: byLanguage<FrameTexts>(
    import.meta.glob("./*/frame.json", { eager: true, import: "default" }),
  ),
  website: byLanguage<WebsiteTexts>(
    import.meta.glob("./*/website.json", { eager: true, import: "default" }),
  ),
};
