import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { isMonth } from "#monitor/domain/months.ts";
import { reportFiles } from "../documents/report-documents.ts";
import { AdminError } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";

const OneMonth = Type.Object({ month: Type.String() });

/** Serves the monthly reports of all components. */
export const reportRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  for (const [ending, { contentType }] of Object.entries(reportFiles)) {
    app.get(
      `/reports/:month${ending}`,
      { schema: { params: OneMonth } },
      async (request, reply) => {
        const { month } = request.params;
        if (!isMonth(month)) {
          const message = `month is "${month}"; it takes one like 2026-11`;
          throw new AdminError("invalid_field", message, { param: "month" });
        }
        const file = await context.reportFile(month, ending);
        if (file !== undefined) return reply.header("content-type", contentType).send(file);
        throw new AdminError("not_found", `there is no report of ${month}`);
      },
    );
  }
};
