import { forEachLanguage } from "#web-kit/language/languages.ts";
import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type { StatusTexts } from "#monitor/domain/status-texts.ts";
import type english from "#languages/en/status-page/page.json";

type PageTexts = TextsOf<typeof english>;

/** What most pages say, and what they call each status, in one language. */
export type Texts = PageTexts & StatusTexts;

const pageTexts = byLanguage<PageTexts>(
  import.meta.glob("/languages/*/status-page/page.json", { eager: true, import: "default" }),
);

const statusTexts = byLanguage<StatusTexts>(
  import.meta.glob("/languages/*/monitor/status.json", { eager: true, import: "default" }),
);

export const textsOf = forEachLanguage((language): Texts => ({
  ...pageTexts[language],
  ...statusTexts[language],
}));
