import { FEED_PATHS } from "#monitor/domain/page-paths.ts";
import type { FastifyInstance } from "fastify";
import { atomFeed } from "../feeds/atom.ts";
import { type Feed, feedOf } from "../feeds/feed.ts";
import { rssFeed } from "../feeds/rss.ts";
import { representationOf } from "#runtime/representation.ts";
import { type Published, sendDocument } from "./documents.ts";
import { FOLLOWED_CACHING, requestedLanguage } from "./followed.ts";

/** The feeds by their paths. */
const feeds: Readonly<Record<string, { contentType: string; write: (feed: Feed) => string }>> = {
  [FEED_PATHS.atom]: { contentType: "application/atom+xml; charset=utf-8", write: atomFeed },
  [FEED_PATHS.rss]: { contentType: "application/rss+xml; charset=utf-8", write: rssFeed },
};

/** Serves the history of incidents and maintenance as Atom and as RSS. */
export function feedRoutes(app: FastifyInstance, published: Published): void {
  for (const [path, { contentType, write }] of Object.entries(feeds)) {
    app.get(path, async (request, reply) => {
      const language = requestedLanguage(request);
      return sendDocument(
        request,
        reply,
        published,
        ({ kept }) =>
          kept(`${path} ${language}`, (snapshot) =>
            representationOf(contentType, write(feedOf(snapshot, language))),
          ),
        FOLLOWED_CACHING,
      );
    });
  }
}
