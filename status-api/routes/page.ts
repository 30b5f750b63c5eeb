import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Archive } from "../snapshot/archive.ts";
import { isLanguage } from "#web-kit/language/languages.ts";
import type { PageBuild, PageContent } from "../page/page-build.ts";
import type { Publication } from "../publication/publication.ts";
import { type Published, sayAge, sendNothingYet } from "./documents.ts";
import { sendError } from "./errors.ts";
import { sendMessagePage } from "./message-page.ts";
import { overviewContent } from "../page/page-view.ts";
import { componentContent } from "../page/page-view-component.ts";
import { DEFAULT_RANGE, FIGURE_RANGES } from "#monitor/domain/figure-ranges.ts";
import {
  componentPath,
  historyPath,
  publicReports,
  statusEventPath,
} from "#monitor/domain/page-paths.ts";
import { historyContent } from "../page/page-view-history.ts";
import { reportContent } from "../page/page-view-report.ts";
import { statusEventContent } from "../page/page-view-status-event.ts";
import { pageFileRoutes } from "./page-files.ts";
import { secure } from "./page-headers.ts";
import { readerLanguage, rememberLanguage } from "./reader-language.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";

/** Browsers revalidate each time, and get 304 while nothing has changed. */
const REVALIDATED = "public, no-cache";

/** A requested page: its path without the language, and how its content is found. */
interface PageTarget {
  readonly path: string;
  readonly find: (
    publication: Publication,
  ) => PageContent | undefined | Promise<PageContent | undefined>;
}

type Request = FastifyRequest<{
  Params: { id: string; month: string };
  Querystring: { lang?: unknown; range?: unknown; component?: unknown };
}>;

function pagesOf(archive: Archive): Readonly<Record<string, (request: Request) => PageTarget>> {
  return {
    "/": () => ({ path: "/", find: overviewContent }),
    [componentPath(":id")]: ({ params: { id }, query }) => {
      const range = FIGURE_RANGES.find((one) => one === query.range) ?? DEFAULT_RANGE;
      return {
        path: componentPath(id, range),
        find: (publication) => componentContent(publication, archive, id, range),
      };
    },
    [statusEventPath(":id")]: ({ params: { id } }) => ({
      path: statusEventPath(id),
      find: (publication) => statusEventContent(publication, archive, id),
    }),
    [historyPath()]: ({ query }) => requestedHistory(archive, query.component),
    [historyPath(":month")]: ({ params, query }) =>
      requestedHistory(archive, query.component, params.month),
    "/reports": () => ({
      path: "/reports",
      find: (publication) => reportContent(publication, archive),
    }),
    [publicReports.page(":month")]: ({ params: { month } }) => ({
      path: publicReports.page(month),
      find: (publication) => reportContent(publication, archive, month),
    }),
  };
}

/** Returns the requested page of the history; an empty `component`, from a form without a choice, means all. */
function requestedHistory(archive: Archive, chosen: unknown, month?: string): PageTarget {
  const component = typeof chosen === "string" && chosen !== "" ? chosen : null;
  return {
    path: historyPath(month, component),
    find: (publication) =>
      historyContent(publication, archive, { component, ...(month !== undefined && { month }) }),
  };
}

/** Serves the status page's pages, the data they refresh themselves from, and their scripts and styles. */
export function pageRoutes(
  app: FastifyInstance,
  published: Published,
  build: PageBuild,
  archive: Archive,
): void {
  const shown = { published, pageBuild: build };

  const sendPage = async (
    request: Request,
    reply: FastifyReply,
    { path, find }: PageTarget,
  ): Promise<FastifyReply> => {
    const language = readerLanguage(request);
    if (isLanguage(request.query.lang)) rememberLanguage(reply, language);
    const publication = published.current();
    if (publication === undefined) return sendMessagePage(request, reply, shown, "waiting");
    const document = await publication.page(path, language, () => find(publication));
    if (document === undefined) return sendMessagePage(request, reply, shown, "notFound");
    sayAge(reply, publication, published.nowMs());
    secure(reply, shown);
    return sendRepresentation(request, reply, document, {
      cacheControl: REVALIDATED,
      vary: "accept-language, cookie",
    });
  };

  const sendData = async (
    request: Request,
    reply: FastifyReply,
    { path, find }: PageTarget,
  ): Promise<FastifyReply> => {
    const publication = published.current();
    if (publication === undefined) return sendNothingYet(reply, published);
    const data = await publication.pageData(path, () => find(publication));
    if (data === undefined) return sendError(reply, "not_found");
    sayAge(reply, publication, published.nowMs());
    return sendRepresentation(request, reply, data, { cacheControl: REVALIDATED });
  };

  for (const [route, requestedBy] of Object.entries(pagesOf(archive))) {
    const data = `${route === "/" ? "" : route}/page.json`;
    app.get(route, async (request: Request, reply) =>
      sendPage(request, reply, requestedBy(request)),
    );
    app.get(data, async (request: Request, reply) =>
      sendData(request, reply, requestedBy(request)),
    );
  }

  pageFileRoutes(app, published, build.assets);

  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith("/api/")) return sendError(reply, "not_found");
    return sendMessagePage(request, reply, shown, "notFound");
  });
}
