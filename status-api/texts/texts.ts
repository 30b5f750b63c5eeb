import { readTexts } from "#web-kit/language/read-texts.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import type badges from "./en/badges.json";
import type feeds from "./en/feeds.json";
import type messages from "./en/messages.json";
import type updates from "./en/updates.json";

const read = <Texts>(file: string) => readTexts<Texts>(import.meta.dirname, file);

/** What badges say beside a status, by language. */
export const badgeTexts = read<TextsOf<typeof badges>>("badges.json");

/** The headings of the feeds, by language. */
export const feedTexts = read<TextsOf<typeof feeds>>("feeds.json");

/** The texts of messages to subscribers, by language. */
export const messageTexts = read<TextsOf<typeof messages>>("messages.json");

/** What updates of incidents and maintenance say when the person who writes them says nothing, by language. */
export const updateTexts = read<TextsOf<typeof updates>>("updates.json");
