import { readTexts } from "#web-kit/language/read-texts.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import type badges from "#languages/en/status-api/badges.json";
import type calendar from "#languages/en/status-api/calendar.json";
import type feeds from "#languages/en/status-api/feeds.json";
import type messages from "#languages/en/status-api/messages.json";
import type updates from "#languages/en/status-api/updates.json";

export const badgeTexts = readTexts<TextsOf<typeof badges>>("status-api/badges.json");

export const calendarTexts = readTexts<TextsOf<typeof calendar>>("status-api/calendar.json");

export const feedTexts = readTexts<TextsOf<typeof feeds>>("status-api/feeds.json");

export const messageTexts = readTexts<TextsOf<typeof messages>>("status-api/messages.json");

/** What updates of incidents and maintenance say when the person who writes them says nothing, by language. */
export const updateTexts = readTexts<TextsOf<typeof updates>>("status-api/updates.json");
