import type { PartTexts } from "#web-kit/language/texts.ts";
import type code from "#languages/en/site/code.json";
import type dashboard from "#languages/en/site/dashboard.json";
import type demo from "#languages/en/site/demo.json";
import type docs from "#languages/en/site/docs.json";
import type frame from "#languages/en/site/frame.json";
import type website from "#languages/en/site/website.json";

/** The parts of the site's texts, in any language: one JSON file each, in the folder of its language. */
export type CodeTexts = PartTexts<typeof code>;
export type DashboardTexts = PartTexts<typeof dashboard>;
export type DemoTexts = PartTexts<typeof demo>;
export type DocsTexts = PartTexts<typeof docs>;
export type FrameTexts = PartTexts<typeof frame>;
export type WebsiteTexts = PartTexts<typeof website>;
