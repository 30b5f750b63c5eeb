import { readTexts } from "#web-kit/language/read-texts.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import type alerts from "#languages/en/status-api/alerts.json";
import type badges from "#languages/en/status-api/badges.json";
import type calendar from "#languages/en/status-api/calendar.json";
import type feeds from "#languages/en/status-api/feeds.json";
import type messages from "#languages/en/status-api/messages.json";
import type pictures from "#languages/en/status-api/pictures.json";
import type postmortem from "#languages/en/status-api/postmortem.json";
import type templates from "#languages/en/status-api/templates.json";
import type updates from "#languages/en/status-api/updates.json";
import type reasons from "#languages/en/monitor/reasons.json";
import type durations from "#languages/en/durations.json";
import type statusEventPage from "#languages/en/status-page/incidents.json";
import type overviewPage from "#languages/en/status-page/page.json";

export const alertTexts = readTexts<TextsOf<typeof alerts>>("status-api/alerts.json");

/** The descriptions of the reasons of checks, by language. */
export const reasonTexts = readTexts<TextsOf<typeof reasons>>("monitor/reasons.json");

export const badgeTexts = readTexts<TextsOf<typeof badges>>("status-api/badges.json");

export const calendarTexts = readTexts<TextsOf<typeof calendar>>("status-api/calendar.json");

export const feedTexts = readTexts<TextsOf<typeof feeds>>("status-api/feeds.json");

export const messageTexts = readTexts<TextsOf<typeof messages>>("status-api/messages.json");

export const pictureTexts = readTexts<TextsOf<typeof pictures>>("status-api/pictures.json");

export const durationTexts = readTexts<TextsOf<typeof durations>>("durations.json");

/** Texts of pages, which pictures use as well. */
export const overviewTexts = readTexts<TextsOf<typeof overviewPage>>("status-page/page.json");
export const statusEventTexts = readTexts<TextsOf<typeof statusEventPage>>(
  "status-page/incidents.json",
);

/** The draft of a postmortem, which people complete, by language. */
export const postmortemTexts = readTexts<TextsOf<typeof postmortem>>("status-api/postmortem.json");

/** Templates for updates of incidents, for people on call, by language. */
export const templateTexts = readTexts<TextsOf<typeof templates>>("status-api/templates.json");

/** Default texts of updates of incidents and maintenance, where a person writes none, by language. */
export const updateTexts = readTexts<TextsOf<typeof updates>>("status-api/updates.json");
