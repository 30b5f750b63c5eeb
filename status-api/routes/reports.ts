import type { FastifyInstance } from "fastify";
import { reportFiles } from "../documents/report-documents.ts";
import { representationOf } from "#runtime/representation.ts";
import type { Archive } from "../snapshot/archive.ts";
import { findReport } from "../snapshot/month-report.ts";
import { type Published, sendDocument } from "./documents.ts";

/** Serves the monthly reports of components that are marked public. */
export function reportRoutes(app: FastifyInstance, published: Published, archive: Archive): void {
  for (const [ending, { contentType, write }] of Object.entries(reportFiles)) {
    app.get<{ Params: { month: string } }>(
      `/api/v2/reports/:month${ending}`,
      async (request, reply) =>
        sendDocument(request, reply, published, async (publication) => {
          const found = await findReport(publication, archive, "public", request.params.month);
          const { snapshot } = publication;
          return found && representationOf(contentType, write(snapshot, found.report));
        }),
    );
  }
}
