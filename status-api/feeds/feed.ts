import { DEFAULT_LANGUAGE, type Language } from "#web-kit/language/languages.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type Incident, isMaintenance, type Maintenance } from "#monitor/domain/status-event.ts";
import { picturePath } from "#monitor/domain/page-identity.ts";
import { permalink } from "../documents/status-event-entry.ts";
import { statusEventWords } from "#monitor/domain/status-words.ts";
import { momentInWords, renderText } from "../texts/moments.ts";
import { feedTexts, messageTexts } from "../texts/texts.ts";
import { htmlBody, isMarkdown } from "../texts/update-body.ts";
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";

/** The content of a page's feed, before it is written as Atom or RSS; times are epoch milliseconds. */
export type Feed = ReturnType<typeof feedOf>;
export type FeedEntry = ReturnType<typeof entryOf>;

const MAXIMUM_ENTRIES = 50;

/** Returns the newest incidents and maintenances of a snapshot as a feed in one language, newest first. */
export function feedOf(snapshot: Snapshot, language: Language) {
  const { page, incidents, maintenances, components } = snapshot;
  const entries = [...incidents, ...maintenances]
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
    .slice(0, MAXIMUM_ENTRIES)
    .map((statusEvent) => entryOf(statusEvent, snapshot, language));
  const siteUrl = page.url.replace(/\/$/, "");
  const pageUrl = `${siteUrl}/`;
  const { logo, favicon } = page.identity;
  return {
    title: `${page.name[language]} – ${feedTexts[language].title}`,
    subtitle: feedTexts[language].subtitle,
    language,
    pageUrl,
    author: page.name[language],
    /** Absolute URLs; null where the page has no logo. */
    logoUrl: logo && `${siteUrl}${picturePath(logo.light)}`,
    iconUrl: `${siteUrl}${favicon === null ? "/favicon.ico" : picturePath(favicon)}`,
    // Without entries, nothing has changed since the page was set up.
    updatedMs: Math.max(
      ...(entries.length > 0
        ? entries.map(({ updatedMs }) => updatedMs)
        : [0, ...components.map(({ createdAtMs }) => createdAtMs)]),
    ),
    entries,
  };
}

/** Returns the URL of a feed by its path, for its self link. */
export function feedUrl({ pageUrl, language }: Feed, path: string): string {
  return `${pageUrl.replace(/\/$/, "")}${path}${language === DEFAULT_LANGUAGE ? "" : `?lang=${language}`}`;
}

function entryOf(statusEvent: Incident | Maintenance, snapshot: Snapshot, language: Language) {
  const { page } = snapshot;
  const { host } = new URL(page.url);
  const year = new Date(statusEvent.createdAtMs).getUTCFullYear();
  return {
    /** A tag URI, which never changes, even if the page moves within its host. */
    id: `tag:${host.replace(/:\d+$/, "")},${year}:incident/${statusEvent.id}`,
    url: permalink(page, statusEvent.id),
    title: statusEvent.name[language],
    html: htmlOf(statusEvent, snapshot, language),
    publishedMs: statusEvent.createdAtMs,
    updatedMs: Math.max(
      statusEvent.updatedAtMs,
      ...statusEvent.updates.map(({ updatedAtMs }) => updatedAtMs),
    ),
    category: isMaintenance(statusEvent) ? ("maintenance" as const) : ("incident" as const),
  };
}

/** Returns the updates, newest first, as simple HTML; times in the page's zone and in UTC. */
function htmlOf(
  statusEvent: Incident | Maintenance,
  { page, components }: Snapshot,
  language: Language,
): string {
  const moment = (atMs: number): string => momentInWords(atMs, language, page.timeZone);
  const schedule = isMaintenance(statusEvent)
    ? `<p>${feedTexts[language].scheduled} ${moment(statusEvent.scheduledForMs)} – ${moment(statusEvent.scheduledUntilMs)}</p>`
    : "";
  const updates = statusEvent.updates.map((update) => {
    const { displayAtMs, status } = update;
    const said = htmlBody(update, language, (text) =>
      renderText(text, displayAtMs, language, page.timeZone),
    );
    const head = `<p><small>${moment(displayAtMs)}</small><br><strong>${escapeMarkup(statusEventWords[status][language])}</strong>`;
    return isMarkdown(update) ? `${head}</p>${said}` : `${head} – ${said}</p>`;
  });
  const names = components
    .filter(({ id }) => statusEvent.componentIds.includes(id))
    .map(({ name }) => name[language]);
  const affected =
    names.length === 0
      ? ""
      : `<p>${messageTexts[language].affected}: ${escapeMarkup(names.join(", "))}</p>`;
  return [schedule, ...updates, affected].join("");
}
