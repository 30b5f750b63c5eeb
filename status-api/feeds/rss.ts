import { FEED_PATHS } from "#monitor/domain/page-paths.ts";
import { type Feed, type FeedEntry, feedUrl } from "./feed.ts";
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";

/** Returns a feed as RSS 2.0, with Atom's self link, for which RSS has no element. */
export function rssFeed(feed: Feed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${plain(feed.title)}</title>
    <link>${escapeMarkup(feed.pageUrl)}</link>
    <description>${escapeMarkup(feed.subtitle)}</description>
    <language>${feed.language}</language>
    <image>
      <url>${escapeMarkup(feed.logoUrl ?? feed.iconUrl)}</url>
      <title>${plain(feed.title)}</title>
      <link>${escapeMarkup(feed.pageUrl)}</link>
    </image>
    <lastBuildDate>${rfc822(feed.updatedMs)}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href="${escapeMarkup(feedUrl(feed, FEED_PATHS.rss))}"/>
${feed.entries.map(item).join("")}  </channel>
</rss>
`;
}

function item({ url, title, html, publishedMs, category }: FeedEntry): string {
  return `    <item>
      <title>${plain(title)}</title>
      <link>${escapeMarkup(url)}</link>
      <guid isPermaLink="true">${escapeMarkup(url)}</guid>
      <category>${category}</category>
      <pubDate>${rfc822(publishedMs)}</pubDate>
      <description>${escapeMarkup(html)}</description>
    </item>
`;
}

/** Escapes a title so that it means the same to most feed readers, whether they read titles as plain text or as HTML. */
function plain(text: string): string {
  return escapeMarkup(text).replaceAll("&amp;", "&#x26;").replaceAll("&lt;", "&#x3C;");
}

/** RFC 822 with the four-digit year of RFC 1123: `Sat, 21 Nov 2026 06:00:00 GMT`. */
function rfc822(atMs: number): string {
  return new Date(atMs).toUTCString();
}
