import { Type } from "typebox";
import { listEvidence, readEvidence, readEvidenceAudio } from "../../admin/evidence.ts";
import type { AdminApp, AdminContext } from "./context.ts";
import { closed, OneById, pageFields } from "./fields.ts";

const id = Type.Optional(Type.String({ minLength: 1 }));
const EvidenceQuery = Type.Object(
  { ...pageFields, check: id, component: id, incident: id },
  closed,
);

const OneAudio = Type.Object({ id: Type.String(), name: Type.Enum(["sent", "received"]) });

/** Serves what failed speech runs sent and heard. */
export function evidenceRoutes(app: AdminApp, { db }: AdminContext): void {
  app.get("/evidence", { schema: { querystring: EvidenceQuery } }, async (request) =>
    listEvidence(db, request.query),
  );

  app.get("/evidence/:id", { schema: { params: OneById } }, async (request) =>
    readEvidence(db, request.params.id),
  );

  app.get("/evidence/:id/audio/:name", { schema: { params: OneAudio } }, async (request, reply) => {
    const audio = await readEvidenceAudio(db, request.params.id, request.params.name);
    return reply
      .header("content-type", audio.contentType)
      .header("content-disposition", `attachment; filename="${audio.filename}"`)
      .send(Buffer.from(audio.content));
  });
}
