import type badges from "#languages/en/status-page/badges.json";
import type component from "#languages/en/status-page/component.json";
import type frame from "#languages/en/status-page/frame.json";
import type history from "#languages/en/status-page/history.json";
import type incidents from "#languages/en/status-page/incidents.json";
import type messages from "#languages/en/status-page/messages.json";
import type page from "#languages/en/status-page/page.json";
import type subscribe from "#languages/en/status-page/subscribe.json";
import type subscription from "#languages/en/status-page/subscription.json";
import type { StatusTexts } from "#monitor/domain/status-texts.ts";
import { forEachLanguage, type Language } from "#web-kit/language/languages.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";

/** What the pages say in one language, by the file that it stands in. */
export interface Texts {
  readonly badges: TextsOf<typeof badges>;
  readonly component: TextsOf<typeof component>;
  readonly frame: TextsOf<typeof frame>;
  readonly history: TextsOf<typeof history>;
  readonly incidents: TextsOf<typeof incidents>;
  readonly messages: TextsOf<typeof messages>;
  readonly page: TextsOf<typeof page>;
  readonly status: StatusTexts;
  readonly subscribe: TextsOf<typeof subscribe>;
  readonly subscription: TextsOf<typeof subscription>;
}

/** What most pages say, and what they call each status. */
export type PageTexts = Texts["page"] & StatusTexts;

const files = import.meta.glob("/languages/*/{status-page/*,monitor/status}.json", {
  eager: true,
  import: "default",
});

export const TEXTS: Readonly<Record<Language, Texts>> = forEachLanguage((language) => {
  const ofLanguage = Object.entries(files).filter(([path]) =>
    path.startsWith(`/languages/${language}/`),
  );
  const parts = ofLanguage.map(([path, texts]) => [/(\w+)\.json$/.exec(path)?.[1], texts]);
  return Object.fromEntries(parts) as Texts;
});
