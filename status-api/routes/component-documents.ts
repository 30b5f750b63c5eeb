import { DAY_MS, HOUR_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Archive } from "../snapshot/archive.ts";
import { jsonRepresentation, type Publication } from "../publication/publication.ts";
import { daysDocument, latencyDocument, timelineCsv } from "../documents/component-documents.ts";
import { CSV_TYPE } from "../documents/csv.ts";
import { type Representation, representationOf } from "#runtime/representation.ts";
import type { Component } from "../snapshot/snapshot.ts";
import { type Published, sendDocument } from "./documents.ts";
import { sendError } from "./errors.ts";
import { wholeNumber } from "./whole-number.ts";

/** The daily figures and the charts go back as far. */
const MAXIMUM_LATENCY_DAYS = 90;

type ComponentRequest = FastifyRequest<{ Params: { id: string } }>;

/** Serves the data behind each component's figures: its days, its timeline, and the durations of its checks. */
export function componentDocumentRoutes(
  app: FastifyInstance,
  published: Published,
  archive: Archive,
): void {
  const serve = (
    request: ComponentRequest,
    reply: FastifyReply,
    render: (
      component: Component,
      publication: Publication,
    ) => Representation | Promise<Representation>,
  ): FastifyReply | Promise<FastifyReply> =>
    sendDocument(request, reply, published, (publication) => {
      const { components } = publication.snapshot;
      const component = components.find(({ id }) => id === request.params.id);
      return component && render(component, publication);
    });

  app.get("/api/v2/components/:id/days.json", async (request: ComponentRequest, reply) =>
    serve(request, reply, (component, { kept }) =>
      kept(`days ${component.id}`, (snapshot) =>
        jsonRepresentation(daysDocument(snapshot, component)),
      ),
    ),
  );

  app.get("/api/v2/components/:id/timeline.csv", async (request: ComponentRequest, reply) => {
    reply.header("link", '<days.json>; rel="describedby"');
    return serve(request, reply, (component, { kept }) =>
      kept(`timeline ${component.id}`, ({ page, window }) =>
        representationOf(CSV_TYPE, timelineCsv(component.intervals, window, page.weights)),
      ),
    );
  });

  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    "/api/v2/components/:id/latency.json",
    async (request, reply) => {
      const days = wholeNumber(request.query, "days", { default: 7, max: MAXIMUM_LATENCY_DAYS });
      if (typeof days === "string") return sendError(reply, "invalid_request", days);
      return serve(request, reply, async (component, { snapshot }) => {
        const { toMs } = snapshot.window;
        const fromMs = Math.floor(toMs / HOUR_MS) * HOUR_MS - days * DAY_MS;
        const [figures, drifts] = await Promise.all([
          archive.figures(component.id, fromMs),
          archive.drifts(component.id, fromMs),
        ]);
        const measured = { figures, drifts };
        const document = latencyDocument(snapshot, component, measured, { fromMs, toMs });
        return jsonRepresentation(document);
      });
    },
  );
}
