import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { isMonth } from "#monitor/domain/months.ts";
import { reportFiles } from "../documents/report-documents.ts";
import { invalidField, notFound } from "./admin-error.ts";
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
          throw invalidField("month", `is "${month}"; it takes one like 2026-11`);
        }
        const file = await context.reportFile(month, ending);
        if (file !== undefined) return reply.header("content-type", contentType).send(file);
        throw notFound(`report of ${month}`);
      },
    );
  }
};
