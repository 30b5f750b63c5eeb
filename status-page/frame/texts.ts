import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/frame.json";

/** What the frame of every page says, in one language. */
export type FrameTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<FrameTexts>(
  import.meta.glob("/languages/*/status-page/frame.json", { eager: true, import: "default" }),
);
