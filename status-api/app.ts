import cookie from "@fastify/cookie";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendHookHandler,
} from "fastify";
import { NotReachedYet } from "#migrations/open-database.ts";
import { overallStatus } from "#monitor/domain/overall.ts";
import type { Drain } from "#settings/drain.ts";
import { trustProxyOption } from "#settings/client-address.ts";
import { givenRequestId, traceIdOf } from "#settings/request-identity.ts";
import { endTrace, traceRequests } from "#settings/trace-requests.ts";
import { tracing } from "#settings/tracing.ts";
import { securityHeaders } from "#settings/security-headers.ts";
import { DatabaseAway, openArchive } from "./snapshot/archive.ts";
import { findReport } from "./snapshot/month-report.ts";
import { reportFiles } from "./documents/report-documents.ts";
import { statusApiMetrics } from "./metrics/page-metrics.ts";
import type { PageBuild } from "./page/page-build.ts";
import { calendarRoutes } from "./routes/calendar.ts";
import { componentDocumentRoutes } from "./routes/component-documents.ts";
import { adminRoutes, refuseUnreadable } from "./admin/admin-routes.ts";
import { consoleRoutes } from "./console/console-routes.ts";
import { badgeRoutes } from "./routes/badges.ts";
import { documentRoutes, type Published } from "./routes/documents.ts";
import { sendError } from "./routes/errors.ts";
import { feedRoutes } from "./routes/feeds.ts";
import { healthRoutes } from "./routes/health.ts";
import { sendMessagePage, wantsDocument } from "./routes/message-page.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { pageRoutes } from "./routes/page.ts";
import { pictureRoutes } from "./routes/pictures.ts";
import { reportRoutes } from "./routes/reports.ts";
import { subscriberRoutes } from "./routes/subscribers/routes.ts";
import type { StatusApiOptions } from "./server.ts";
import { statuspageRoutes } from "./routes/statuspage.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** By the clock of `performance.now`. */
    receivedAtMs: number;
  }
}

/** Only the admin API and sign-ups take bodies, and have limits of their own. */
const maximumBodyBytes = 1024;

export async function buildStatusApi(
  published: Published,
  pageBuild: PageBuild,
  logger: FastifyBaseLogger,
  options: StatusApiOptions & { readonly drain: Drain },
): Promise<FastifyInstance> {
  const { db, adminToken, subscriptions, metricsToken, registers = [], drain } = options;
  const { nowMs } = published;
  const archive = openArchive(db, nowMs);
  const metrics = statusApiMetrics(published);
  // Fastify gets no logger: with one it makes a child logger and two listeners for every request, and lines here are rare.
  const app: FastifyInstance = fastify({
    bodyLimit: maximumBodyBytes,
    trustProxy: trustProxyOption(options.trustedProxies ?? []),
    // A request on a connection that is still open when the listener closes is answered as the ones before it.
    return503OnClosing: false,
    // An address that cannot be read leads to no route.
    frameworkErrors: (_error, request, reply) =>
      request.url.startsWith("/admin/")
        ? refuseUnreadable(reply)
        : sendError(reply, "invalid_request"),
  });
  await app.register(cookie, { hook: false });
  const headers = securityHeaders(options.url);
  app.decorateRequest("receivedAtMs", 0);
  traceRequests(app);
  const count = (route: string, request: FastifyRequest, reply: FastifyReply): void => {
    const elapsedMs = performance.now() - request.receivedAtMs;
    metrics.observeRequest(route, request.method, reply.statusCode, elapsedMs);
  };
  app.addHook("onRequest", (request, reply, done) => {
    request.receivedAtMs = performance.now();
    reply.headers(headers);
    if (tracing() !== undefined) reply.raw.once("close", () => endTrace(request, reply));
    // The next request of this reader is for another process.
    if (drain.isOn) reply.header("connection", "close");
    if (request.is404) reply.raw.once("finish", () => count("unknown", request, reply));
    done();
  });
  // Each route knows its pattern by itself: `request.routeOptions` makes an object of twelve fields for every answer.
  app.addHook("onRoute", (route) => {
    const hook: onSendHookHandler = (request, reply, _payload, done) => {
      count(route.url, request, reply);
      done();
    };
    route.onSend = [hook, ...[route.onSend ?? []].flat()];
  });
  const shown = { published, pageBuild };
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof DatabaseAway) {
      // Whoever opened the database told of it.
      if (!(error.cause instanceof NotReachedYet)) {
        logger.warn({ err: error.cause, ...nameOf(request) }, error.message);
      }
      return wantsDocument(request)
        ? sendMessagePage(request, reply, shown, "databaseAway")
        : sendError(reply, "database_away");
    }
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined && statusCode < 500) return sendError(reply, "invalid_request");
    logger.error({ err: error, ...nameOf(request) }, "a request could not be answered");
    return wantsDocument(request)
      ? sendMessagePage(request, reply, shown, "failed")
      : sendError(reply, "internal_error");
  });
  documentRoutes(app, published);
  statuspageRoutes(app, published, archive);
  componentDocumentRoutes(app, published, archive);
  feedRoutes(app, published);
  calendarRoutes(app, published, archive);
  badgeRoutes(app, published, archive);
  pictureRoutes(app, published, archive);
  subscriberRoutes(app, shown, logger, subscriptions && { db, settings: subscriptions });
  reportRoutes(app, published, archive);
  pageRoutes(app, published, pageBuild, archive);
  healthRoutes(app, published, drain);
  if (adminToken !== undefined) {
    const token = typeof adminToken === "string" ? () => adminToken : adminToken;
    const reportFile = async (month: string, ending: string): Promise<string | undefined> => {
      const current = published.current();
      const found = current && (await findReport(current, archive, "all", month));
      return found && reportFiles[ending]?.write(current.snapshot, found.report);
    };
    consoleRoutes(app, shown, {
      db,
      token,
      url: options.url,
      drain,
      archive,
      signIn: options.consoleSignIn,
      logger,
    });
    const overall = () =>
      overallStatus(published.current()?.snapshot.components.map(({ status }) => status) ?? []);
    const mailPage = { url: options.url, overall };
    await adminRoutes(app, logger, { db, nowMs, token, reportFile, mailPage });
  }
  metricsRoute(app, { registers: [metrics.register, ...registers], token: metricsToken });
  return app;
}

/** What a line says of a request: its address, and the id and the trace that it came with. */
function nameOf({ url, headers }: FastifyRequest) {
  return { url, reqId: givenRequestId(headers), trace: traceIdOf(headers) };
}
