import { FEED_PATHS } from "#monitor/domain/page-paths.ts";
import { type Feed, type FeedEntry, feedUrl } from "./feed.ts";
import { timestamp } from "../documents/timestamp.ts";
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";

export function atomFeed(feed: Feed): string {
  const self = feedUrl(feed, FEED_PATHS.atom);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
  <id>${escapeMarkup(self)}</id>
  <title>${escapeMarkup(feed.title)}</title>
  <subtitle>${escapeMarkup(feed.subtitle)}</subtitle>
  <updated>${timestamp(feed.updatedMs)}</updated>
  <link rel="self" type="application/atom+xml" href="${escapeMarkup(self)}"/>
  <link rel="alternate" type="text/html" href="${escapeMarkup(feed.pageUrl)}"/>
  <author><name>${escapeMarkup(feed.author)}</name></author>
  <icon>${escapeMarkup(feed.iconUrl)}</icon>${feed.logoUrl === null ? "" : `\n  <logo>${escapeMarkup(feed.logoUrl)}</logo>`}
${feed.entries.map(entry).join("")}</feed>
`;
}

function entry({ id, url, title, html, publishedMs, updatedMs, category }: FeedEntry): string {
  return `  <entry>
    <id>${escapeMarkup(id)}</id>
    <title>${escapeMarkup(title)}</title>
    <published>${timestamp(publishedMs)}</published>
    <updated>${timestamp(updatedMs)}</updated>
    <link rel="alternate" type="text/html" href="${escapeMarkup(url)}"/>
    <category term="${category}"/>
    <content type="html">${escapeMarkup(html)}</content>
  </entry>
`;
}
