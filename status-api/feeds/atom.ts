import { type Feed, type FeedEntry, feedUrl } from "./feed.ts";
import { timestamp } from "../documents/timestamp.ts";
import { escaped } from "./xml.ts";

/** Writes a feed as Atom (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const self = feedUrl(feed, "history.atom");
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
  <id>${escaped(self)}</id>
  <title>${escaped(feed.title)}</title>
  <subtitle>${escaped(feed.subtitle)}</subtitle>
  <updated>${timestamp(feed.updatedMs)}</updated>
  <link rel="self" type="application/atom+xml" href="${escaped(self)}"/>
  <link rel="alternate" type="text/html" href="${escaped(feed.pageUrl)}"/>
  <author><name>${escaped(feed.author)}</name></author>
${feed.entries.map(entry).join("")}</feed>
`;
}

function entry({ id, url, title, html, publishedMs, updatedMs, category }: FeedEntry): string {
  return `  <entry>
    <id>${escaped(id)}</id>
    <title>${escaped(title)}</title>
    <published>${timestamp(publishedMs)}</published>
    <updated>${timestamp(updatedMs)}</updated>
    <link rel="alternate" type="text/html" href="${escaped(url)}"/>
    <category term="${category}"/>
    <content type="html">${escaped(html)}</content>
  </entry>
`;
}
