import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageMessage } from "../page/page-build.ts";
import { HTML_TYPE } from "#runtime/content-types.ts";
import { identityOf, type PageParts, pathOf, secure } from "./page-headers.ts";
import { readerLanguage } from "./reader-language.ts";

const STATUSES: Readonly<Record<PageMessage, readonly [code: number, retryAfterSeconds?: number]>> =
  {
    waiting: [503, 5],
    notReached: [503, 5],
    notFound: [404],
    failed: [500],
    databaseAway: [503, 10],
  };

/** The messages that are shown instead until the database has been reached. */
const BEFORE_REACHED: Partial<Readonly<Record<PageMessage, PageMessage>>> = {
  waiting: "notReached",
  databaseAway: "notReached",
};

/** Returns whether a request comes from a person who views pages rather than from a program that reads documents. */
export function wantsDocument({ method, url, headers }: FastifyRequest): boolean {
  const isForPrograms = /^\/(?:api|admin)\//.test(url) || /\.(?:json|png|svg)(?:$|\?)/.test(url);
  const takesHtml = headers.accept?.includes("text/html") ?? false;
  return (method === "GET" || method === "HEAD") && takesHtml && !isForPrograms;
}

export function sendMessagePage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageParts,
  message: PageMessage,
): FastifyReply {
  const { published, pageBuild, siteUrl } = parts;
  const { files, module } = pageBuild;
  const shown = published.isNotReached() ? (BEFORE_REACHED[message] ?? message) : message;
  const page = module.renderMessage(shown, published.current()?.snapshot.page.name, {
    language: readerLanguage(request),
    path: pathOf(request),
    renderedAtMs: published.nowMs(),
    files,
    identity: identityOf(published),
    siteUrl,
  });
  const [statusCode, retryAfterSeconds] = STATUSES[shown];
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  secure(reply, parts);
  return reply
    .code(statusCode)
    .header("cache-control", "no-store")
    .header("content-type", HTML_TYPE)
    .send(page);
}
