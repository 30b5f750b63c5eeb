import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "../texts/en/frame.json";

/** What the frame of every page says, in one language. */
export type FrameTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<FrameTexts>(
  import.meta.glob("../texts/*/frame.json", { eager: true, import: "default" }),
);
