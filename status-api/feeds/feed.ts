import { defaultLanguage, type Language } from "#web-kit/language/languages.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type Incident, isMaintenance, type Maintenance } from "#monitor/domain/story.ts";
import { permalink } from "../documents/story-entry.ts";
import { storyWords } from "#monitor/domain/status-words.ts";
import { feedTexts } from "../texts/texts.ts";
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";

/** A page's history as feeds tell it, before it is written as Atom or RSS; times are epoch milliseconds. */
export type Feed = ReturnType<typeof feedOf>;
export type FeedEntry = ReturnType<typeof entryOf>;

const maximumEntries = 50;

/** Tells the newest incidents and maintenances of a snapshot as a feed in one language, newest first. */
export function feedOf(snapshot: Snapshot, language: Language) {
  const { page, incidents, maintenances, components } = snapshot;
  const entries = [...incidents, ...maintenances]
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
    .slice(0, maximumEntries)
    .map((story) => entryOf(story, snapshot, language));
  const pageUrl = `${page.url.replace(/\/$/, "")}/`;
  return {
    title: `${page.name[language]} – ${feedTexts[language].title}`,
    subtitle: feedTexts[language].subtitle,
    language,
    pageUrl,
    author: page.name[language],
    // Without anything to tell nothing has changed since the page was set up.
    updatedMs: Math.max(
      ...(entries.length > 0
        ? entries.map(({ updatedMs }) => updatedMs)
        : [0, ...components.map(({ createdAtMs }) => createdAtMs)]),
    ),
    entries,
  };
}

/** Where a feed is found, as its self link says. */
export function feedUrl({ pageUrl, language }: Feed, name: string): string {
  return `${pageUrl}${name}${language === defaultLanguage ? "" : `?lang=${language}`}`;
}

function entryOf(story: Incident | Maintenance, { page }: Snapshot, language: Language) {
  const { host } = new URL(page.url);
  const year = new Date(story.createdAtMs).getUTCFullYear();
  return {
    /** Stays the same for ever, also if the page moves within its host. */
    id: `tag:${host.replace(/:\d+$/, "")},${year}:incident/${story.id}`,
    url: permalink(page, story.id),
    title: story.name[language],
    html: htmlOf(story, language),
    publishedMs: story.createdAtMs,
    updatedMs: Math.max(story.updatedAtMs, ...story.updates.map(({ updatedAtMs }) => updatedAtMs)),
    category: isMaintenance(story) ? ("maintenance" as const) : ("incident" as const),
  };
}

/** Writes what was said, newest first, as simple HTML. */
function htmlOf(story: Incident | Maintenance, language: Language): string {
  const schedule = isMaintenance(story)
    ? `<p>${feedTexts[language].scheduled} ${moment(story.scheduledForMs)} – ${moment(story.scheduledUntilMs)}</p>`
    : "";
  const updates = story.updates.map(
    ({ displayAtMs, status, body }) =>
      `<p><small>${moment(displayAtMs)}</small><br><strong>${escapeMarkup(storyWords[status][language])}</strong> – ` +
      `${escapeMarkup(body[language]).replaceAll(/\r?\n/g, "<br>")}</p>`,
  );
  return [schedule, ...updates].join("");
}

/** A moment in UTC to the minute, which reads the same in every language. */
function moment(atMs: number): string {
  const iso = new Date(atMs).toISOString();
  return `${iso.slice(0, "2026-11-21".length)} ${iso.slice("2026-11-21T".length, "2026-11-21T06:00".length)} UTC`;
}
