import { type Kysely, type Selectable, sql } from "kysely";
import type { EvidenceTable, StatusDatabase } from "#migrations/status/schema.ts";
import type { Incident, Maintenance } from "#monitor/domain/story.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { AdminError } from "./admin-error.ts";
import {
  type EvidenceAnswer,
  type ListAnswer,
  pageOf,
  type WholeEvidenceAnswer,
} from "./answers.ts";

type Database = Kysely<StatusDatabase>;
type Row = Selectable<EvidenceTable>;

/** Which evidence is listed, newest slot first; what is undefined is not asked for. */
export interface EvidenceList {
  readonly limit: number;
  /** Id of one that was seen. */
  readonly before?: string | undefined;
  readonly check?: string | undefined;
  readonly component?: string | undefined;
  /** Of its components, from its beginning to its end. */
  readonly incident?: string | undefined;
}

/** The audio of a run, as it is downloaded. */
export interface EvidenceAudio {
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly filename: string;
}

const listed = [
  "id",
  "check_id",
  "component_id",
  "location",
  "slot",
  "attempt",
  "kept_at",
  "passed",
  "result",
  "reason",
] as const;

/** Lists what failed speech runs left. Throws AdminError for an incident that is not there. */
export async function listEvidence(
  db: Database,
  list: EvidenceList,
): Promise<ListAnswer<EvidenceAnswer>> {
  const { limit, before, check, component, incident } = list;
  const story = incident === undefined ? undefined : await incidentOf(db, incident);
  if (story?.componentIds.length === 0) return pageOf([], limit);
  const endMs = story?.resolvedAtMs ?? null;
  const rows = await db
    .selectFrom("evidence")
    .select(listed)
    .$if(check !== undefined, (query) => query.where("check_id", "=", check ?? ""))
    .$if(component !== undefined, (query) => query.where("component_id", "=", component ?? ""))
    .$if(story !== undefined, (query) =>
      query
        .where("component_id", "in", story?.componentIds ?? [])
        .where("slot", ">=", new Date(story?.startedAtMs ?? 0)),
    )
    .$if(endMs !== null, (query) => query.where("slot", "<=", new Date(endMs ?? 0)))
    .$if(before !== undefined, (query) =>
      query.where((where) =>
        where.eb(
          where.refTuple("slot", "id"),
          "<",
          where
            .selectFrom("evidence")
            .select(["slot", "id"])
            .where("id", "=", before ?? "")
            .$asTuple("slot", "id"),
        ),
      ),
    )
    .orderBy("slot", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(await withAudio(db, rows), limit);
}

/** Reads one with what was sent, heard and measured. Throws AdminError. */
export async function readEvidence(db: Database, id: string): Promise<WholeEvidenceAnswer> {
  const row = await db
    .selectFrom("evidence")
    .select([...listed, "facts"])
    .where("id", "=", id)
    .executeTakeFirst();
  const [answer] = row === undefined ? [] : await withAudio(db, [row]);
  if (row === undefined || answer === undefined) throw noEvidence(id);
  return { ...answer, facts: { ...row.facts } };
}

/** Reads the audio that a run sent or received. Throws AdminError. */
export async function readEvidenceAudio(
  db: Database,
  id: string,
  name: "sent" | "received",
): Promise<EvidenceAudio> {
  const row = await db
    .selectFrom("evidence_audio")
    .innerJoin("evidence", "evidence.id", "evidence_audio.evidence_id")
    .select(["evidence.check_id", "evidence.slot", "content_type", "content"])
    .where("evidence.id", "=", id)
    .where("evidence_audio.name", "=", name)
    .executeTakeFirst();
  if (row === undefined) {
    throw new AdminError("not_found", `there is no audio ${name} of evidence ${id}`);
  }
  const slot = row.slot.toISOString().slice(0, 16).replaceAll(/[-:]/g, "");
  const filename = `${row.check_id}-${slot}-${name}${extensionOf(row.content_type)}`;
  return { contentType: row.content_type, content: row.content, filename };
}

async function withAudio(
  db: Database,
  rows: readonly Pick<Row, (typeof listed)[number]>[],
): Promise<EvidenceAnswer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const audio = await db
    .selectFrom("evidence_audio")
    .select(["evidence_id", "name", "content_type", sql<number>`octet_length(content)`.as("bytes")])
    .where("evidence_id", "in", ids)
    .orderBy("name", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    check_id: row.check_id,
    component_id: row.component_id,
    location: row.location,
    slot: row.slot.toISOString(),
    attempt: row.attempt,
    kept_at: row.kept_at.toISOString(),
    passed: row.passed,
    result: row.result,
    reason: row.reason,
    audio: audio
      .filter(({ evidence_id }) => evidence_id === row.id)
      .map(({ name, content_type, bytes }) => ({
        name,
        content_type,
        bytes,
        path: `/admin/evidence/${row.id}/audio/${name}`,
      })),
  }));
}

async function incidentOf(db: Database, id: string): Promise<Incident | Maintenance> {
  const story = await readIncident(db, id);
  if (story !== undefined) return story;
  throw new AdminError("not_found", `there is no incident ${id}`);
}

function noEvidence(id: string): AdminError {
  return new AdminError(
    "not_found",
    `there is no evidence ${id}; what is old makes room for what is new`,
  );
}

const extensions: Readonly<Record<string, string>> = {
  "audio/wav": ".wav",
  "audio/x-wav": ".wav",
  "audio/mpeg": ".mp3",
  "audio/ogg": ".ogg",
  "audio/flac": ".flac",
};

function extensionOf(contentType: string): string {
  return extensions[contentType.split(";")[0] ?? ""] ?? ".bin";
}
