import type { FastifyInstance } from "fastify";
import { defaultLanguage, isLanguage } from "#web-kit/language/languages.ts";
import { atomFeed } from "../feeds/atom.ts";
import { type Feed, feedOf } from "../feeds/feed.ts";
import { rssFeed } from "../feeds/rss.ts";
import { representationOf } from "../representation/representation.ts";
import { type Published, sendDocument } from "./documents.ts";

/** The feeds by their paths; English, or Turkish with `?lang=tr`: readers of feeds send no language of their own. */
const feeds: Readonly<Record<string, { contentType: string; write: (feed: Feed) => string }>> = {
  "/history.atom": { contentType: "application/atom+xml; charset=utf-8", write: atomFeed },
  "/history.rss": { contentType: "application/rss+xml; charset=utf-8", write: rssFeed },
};

/** Programs that read feeds ask every few minutes at most. */
const feedCaching = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";

/** Serves the history of incidents and maintenance as Atom and as RSS. */
export function feedRoutes(app: FastifyInstance, published: Published): void {
  for (const [path, { contentType, write }] of Object.entries(feeds)) {
    app.get<{ Querystring: { lang?: unknown } }>(path, async (request, reply) => {
      const { lang } = request.query;
      const language = isLanguage(lang) ? lang : defaultLanguage;
      return sendDocument(
        request,
        reply,
        published,
        ({ kept }) =>
          kept(`${path} ${language}`, (snapshot) =>
            representationOf(contentType, write(feedOf(snapshot, language))),
          ),
        feedCaching,
      );
    });
  }
}
