import type { FastifyInstance } from "fastify";
import type { Archive } from "../snapshot/archive.ts";
import { jsonRepresentation, type Publication } from "../publication/publication.ts";
import {
  componentDocument,
  incidentDocument,
  incidentsDocument,
  LIST_LENGTH,
  statuspageDocuments,
} from "../documents/statuspage-documents.ts";
import type { Representation } from "#runtime/representation.ts";
import { knownStatusEvent } from "../snapshot/snapshot.ts";
import { type Published, sendDocument } from "./documents.ts";
import { sendError } from "./errors.ts";
import { wholeNumber } from "./whole-number.ts";

/** Serves the documents of Statuspage's public API other than status.json. */
export function statuspageRoutes(
  app: FastifyInstance,
  published: Published,
  archive: Archive,
): void {
  for (const [path, render] of Object.entries(statuspageDocuments)) {
    app.get(path, async (request, reply) =>
      sendDocument(request, reply, published, ({ kept }) =>
        kept(path, (snapshot) => jsonRepresentation(render(snapshot))),
      ),
    );
  }

  app.get<{ Params: { id: string } }>("/api/v2/components/:id.json", async (request, reply) =>
    sendDocument(request, reply, published, (publication) =>
      componentOf(publication, request.params.id),
    ),
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    "/api/v2/incidents.json",
    async (request, reply) => {
      const page = wholeNumber(request.query, "page", { default: 1, max: 1000 });
      if (typeof page === "string") return sendError(reply, "invalid_request", page);
      const limit = wholeNumber(request.query, "limit", { default: LIST_LENGTH, max: 100 });
      if (typeof limit === "string") return sendError(reply, "invalid_request", limit);
      return sendDocument(request, reply, published, ({ kept, snapshot }) =>
        page === 1 && limit <= LIST_LENGTH
          ? kept(`incidents ${limit}`, () =>
              jsonRepresentation(incidentsDocument(snapshot, snapshot.incidents.slice(0, limit))),
            )
          : archive
              .incidentPage((page - 1) * limit, limit)
              .then((incidents) => jsonRepresentation(incidentsDocument(snapshot, incidents))),
      );
    },
  );

  app.get<{ Params: { id: string } }>("/api/v2/incidents/:id.json", async (request, reply) =>
    sendDocument(request, reply, published, async ({ kept, snapshot }) => {
      const { id } = request.params;
      const known = knownStatusEvent(snapshot, id);
      if (known !== undefined) {
        return kept(`incident ${id}`, () => jsonRepresentation(incidentDocument(snapshot, known)));
      }
      const old = await archive.incident(id);
      return old && jsonRepresentation(incidentDocument(snapshot, old));
    }),
  );
}

function componentOf({ kept, snapshot }: Publication, id: string): Representation | undefined {
  const document = componentDocument(snapshot, id);
  return document && kept(`component ${id}`, () => jsonRepresentation(document));
}
