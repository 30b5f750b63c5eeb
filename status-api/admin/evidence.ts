import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type Selectable, sql } from "kysely";
import { Type } from "typebox";
import type { EvidenceTable } from "#migrations/status/evidence-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { Incident, Maintenance } from "#monitor/domain/status-event.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { olderThan } from "#monitor/store/older-than.ts";
import { notFound } from "./admin-error.ts";
import { object } from "../documents/document-schemas.ts";
import type { AdminContext } from "./admin-context.ts";
import { EvidenceAnswer, pageOf } from "./answers.ts";
import { OneById, pageFields } from "./request-fields.ts";

const id = Type.Optional(Type.String({ minLength: 1 }));
const EvidenceQuery = object({ ...pageFields, check: id, component: id, incident: id });

const { audio: _, ...columns } = EvidenceAnswer.properties;

/** The columns of a list: all but the facts, which are long. */
const listed = Object.keys(columns) as (keyof typeof columns)[];

const OneAudio = Type.Object({ id: Type.String(), name: Type.Enum(["sent", "received"]) });

/** Serves what failed speech runs sent and heard, newest slot first. */
export const evidenceRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (
  app,
  { db, nowMs },
) => {
  app.get("/evidence", { schema: { querystring: EvidenceQuery } }, async (request) => {
    const { limit, before, check, component, incident } = request.query;
    const statusEvent = incident === undefined ? undefined : await incidentOf(db, incident);
    if (statusEvent?.componentIds.length === 0) return pageOf([], limit);
    const rows = await db
      .selectFrom("evidence")
      .select(listed)
      .$if(check !== undefined, (query) => query.where("check_id", "=", check ?? ""))
      .$if(component !== undefined, (query) => query.where("component_id", "=", component ?? ""))
      .$if(statusEvent !== undefined, (query) =>
        query
          .where("component_id", "in", statusEvent?.componentIds ?? [])
          .where("slot", ">=", new Date(statusEvent?.startedAtMs ?? 0))
          .where("slot", "<=", new Date(statusEvent?.resolvedAtMs ?? nowMs())),
      )
      .where(olderThan("evidence", "slot", before))
      .orderBy("slot", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute();
    return pageOf(await withAudio(db, rows), limit);
  });

  app.get("/evidence/:id", { schema: { params: OneById } }, async (request) => {
    const row = await db
      .selectFrom("evidence")
      .select([...listed, "facts"])
      .where("id", "=", request.params.id)
      .executeTakeFirst();
    if (row !== undefined) return (await withAudio(db, [row]))[0];
    throw notFound(`evidence ${request.params.id}; what is old makes room for what is new`);
  });

  app.get("/evidence/:id/audio/:name", { schema: { params: OneAudio } }, async (request, reply) => {
    const { id, name } = request.params;
    const row = await db
      .selectFrom("evidence_audio")
      .innerJoin("evidence", "evidence.id", "evidence_audio.evidence_id")
      .select(["evidence.check_id", "evidence.slot", "content_type", "content"])
      .where("evidence.id", "=", id)
      .where("evidence_audio.name", "=", name)
      .executeTakeFirst();
    if (row === undefined) throw notFound(`audio ${name} of evidence ${id}`);
    const slot = row.slot.toISOString().slice(0, 16).replaceAll(/[-:]/g, "");
    const extension = EXTENSIONS[row.content_type.split(";")[0] ?? ""] ?? ".bin";
    const filename = `${row.check_id}-${slot}-${name}${extension}`;
    return reply
      .header("content-type", row.content_type)
      .header("content-disposition", `attachment; filename="${filename}"`)
      .send(Buffer.from(row.content));
  });
};

async function withAudio<Row extends Pick<Selectable<EvidenceTable>, keyof typeof columns>>(
  db: Database,
  rows: readonly Row[],
): Promise<(Row & EvidenceAnswer)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const audio = await db
    .selectFrom("evidence_audio")
    .select(["evidence_id", "name", "content_type", sql<number>`octet_length(content)`.as("bytes")])
    .where("evidence_id", "in", ids)
    .orderBy("name", "desc")
    .execute();
  const audioOf = Map.groupBy(audio, ({ evidence_id }) => evidence_id);
  return rows.map((row) => ({
    ...row,
    slot: row.slot.toISOString(),
    kept_at: row.kept_at.toISOString(),
    audio: (audioOf.get(row.id) ?? []).map(({ name, content_type, bytes }) => ({
      name,
      content_type,
      bytes,
      path: `/admin/evidence/${row.id}/audio/${name}`,
    })),
  }));
}

async function incidentOf(db: Database, id: string): Promise<Incident | Maintenance> {
  const statusEvent = await readIncident(db, id);
  if (statusEvent !== undefined) return statusEvent;
  throw notFound(`incident ${id}`);
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "audio/wav": ".wav",
  "audio/x-wav": ".wav",
  "audio/mpeg": ".mp3",
  "audio/ogg": ".ogg",
  "audio/flac": ".flac",
};
