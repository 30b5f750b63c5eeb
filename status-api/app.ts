import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { overallStatus } from "#monitor/domain/overall.ts";
import { Connections } from "#runtime/connections.ts";
import type { Drain } from "#runtime/drain.ts";
import { AdminDoor } from "./access/admin-door.ts";
import { openArchive } from "./snapshot/archive.ts";
import { findReport } from "./snapshot/month-report.ts";
import { reportFiles } from "./documents/report-documents.ts";
import { statusApiMetrics } from "./metrics/page-metrics.ts";
import { basePathOf } from "./below-path.ts";
import { assetsOf, buildBelow, type PageBuild } from "./page/page-build.ts";
import { calendarRoutes } from "./routes/calendar.ts";
import { componentDocumentRoutes } from "./routes/component-documents.ts";
import { adminRoutes } from "./admin/admin-routes.ts";
import { consoleRoutes } from "./console/console-routes.ts";
import { badgeRoutes } from "./routes/badges.ts";
import { documentRoutes, type Published } from "./routes/documents.ts";
import { feedRoutes } from "./routes/feeds.ts";
import { healthRoutes, healthzRoute } from "./routes/health.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { hookRoutes } from "./hooks/hooks.ts";
import { pageRoutes } from "./routes/page.ts";
import { pageFileRoutes } from "./routes/page-files.ts";
import { pictureRoutes } from "./routes/pictures.ts";
import { reportRoutes } from "./routes/reports.ts";
import { subscriberRoutes } from "./routes/subscribers/routes.ts";
import type { StatusApiOptions } from "./options.ts";
import { statuspageRoutes } from "./routes/statuspage.ts";
import { answerUnknown, openWebServer } from "./web-server.ts";

/** The servers of the status API, not listening yet. */
export interface StatusApiServers {
  readonly app: FastifyInstance;
  /** The server of the console alone; undefined where `app` serves the console, or there is none. */
  readonly consoleApp: FastifyInstance | undefined;
}

export async function buildStatusApi(
  published: Published,
  pageBuild: PageBuild,
  logger: FastifyBaseLogger,
  options: StatusApiOptions & { readonly drain: Drain },
): Promise<StatusApiServers> {
  const { db, adminToken, subscriptions, cipher, drain, url } = options;
  const { metricsTokens = [], registers = [] } = options;
  const { nowMs } = published;
  const archive = openArchive(db, nowMs);
  const metrics = statusApiMetrics(published);
  const shown = { published, pageBuild };
  const { trustedProxies } = options;
  const serving = { metrics, drain, logger, trustedProxies, connections: new Connections() };
  const app = await openWebServer({ ...serving, url, shown });
  let consoleApp: FastifyInstance | undefined;
  documentRoutes(app, published);
  statuspageRoutes(app, published, archive);
  componentDocumentRoutes(app, published, archive);
  feedRoutes(app, published);
  calendarRoutes(app, published, archive);
  badgeRoutes(app, published, archive);
  pictureRoutes(app, published, archive);
  subscriberRoutes(app, shown, logger, subscriptions && { db, settings: subscriptions, cipher });
  reportRoutes(app, published, archive);
  pageRoutes(app, published, pageBuild, archive);
  healthRoutes(app, published, drain);
  if (adminToken !== undefined) {
    const token = typeof adminToken === "string" ? () => adminToken : adminToken;
    const second = options.secondAdminToken === undefined ? [] : [options.secondAdminToken];
    const door = new AdminDoor(() => {
      const first = token();
      return first === undefined ? [] : [first, ...second];
    });
    const reportFile = async (month: string, ending: string): Promise<string | undefined> => {
      const current = published.current();
      const found = current && (await findReport(current, archive, "all", month));
      return found && reportFiles[ending]?.write(current.snapshot, found.report);
    };
    hookRoutes(app, { db, nowMs, door, cipher });
    const { consoleUrl = url, consoleSignIn: signIn } = options;
    const consoleOptions = {
      db,
      nowMs,
      cipher,
      door,
      url: consoleUrl,
      drain,
      archive,
      signIn,
      logger,
      admin: app,
    };
    if (options.consoleListener === undefined) {
      consoleRoutes(app, { ...consoleOptions, parts: shown });
    } else {
      const ownBuild = buildBelow(pageBuild, basePathOf(consoleUrl));
      const alone = { ...shown, pageBuild: ownBuild, siteUrl: url };
      consoleApp = await openWebServer({ ...serving, url: consoleUrl, shown: alone });
      consoleRoutes(consoleApp, { ...consoleOptions, parts: alone });
      pageFileRoutes(consoleApp, published, assetsOf(ownBuild, "console"));
      healthzRoute(consoleApp);
      answerUnknown(consoleApp, alone);
    }
    const overall = () =>
      overallStatus(published.current()?.snapshot.components.map(({ status }) => status) ?? []);
    const mailPage = { url, overall };
    await adminRoutes(app, logger, { db, nowMs, door, reportFile, mailPage, consoleUrl });
  }
  metricsRoute(app, { registers: [metrics.register, ...registers], tokens: metricsTokens });
  return { app, consoleApp };
}
