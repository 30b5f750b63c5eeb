import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reportFiles } from "../documents/report-documents.ts";
import { reportView } from "../page/page-view-report.ts";
import { sendMessagePage } from "../routes/message-page.ts";
import { type ConsoleContext, forRole } from "./console-context.ts";

const PATH = CONSOLE_PATHS.reports;

type Request = FastifyRequest<{ Params: { month?: string } }>;

/** Serves the monthly reports of all components, and their files from the admin API. */
export function reportRoutes(app: FastifyInstance, { archive, parts }: ConsoleContext): void {
  const showReport = async (request: Request, reply: FastifyReply) => {
    const current = parts.published.current();
    if (current === undefined) return sendMessagePage(request, reply, parts, "waiting");
    const view = await reportView(current, archive, "all", request.params.month);
    if (view === undefined) return sendMessagePage(request, reply, parts, "notFound");
    return reply.showConsole("report", view);
  };
  app.get(PATH, forRole("viewer"), showReport);
  app.get(`${PATH}/:month`, forRole("viewer"), showReport);

  for (const ending of Object.keys(reportFiles)) {
    app.get<{ Params: { month: string } }>(
      `${PATH}/:month${ending}`,
      forRole("viewer"),
      async (request, reply) => {
        const month = encodeURIComponent(request.params.month);
        const answer = await request.askAdmin("GET", `/admin/reports/${month}${ending}`);
        return reply
          .code(answer.statusCode)
          .header("content-type", answer.headers["content-type"])
          .send(answer.rawPayload);
      },
    );
  }
}
