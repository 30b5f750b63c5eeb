import { Type } from "typebox";
import { Value } from "typebox/value";
import type { OpenDatabase } from "#database/open-database.ts";
import { Fault } from "#runtime/fault.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import {
  type ListedEvidence,
  listedEvidence,
  type WholeEvidence,
  wholeEvidence,
} from "#monitor/domain/evidence-document.ts";

/** A source from which kept evidence is read. */
export interface EvidenceSource extends AsyncDisposable {
  /** Returns the newest 50, of one check or of all. */
  list(checkId: string | undefined): Promise<ListedEvidence[]>;
  /** Returns undefined if there is no such evidence. */
  read(id: string): Promise<WholeEvidence | undefined>;
  /** Returns the recording that was sent; undefined if there is none. */
  sentAudio(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Evidence that cannot be read; the message is one line for the person who requested it. */
export class EvidenceError extends Fault {}

const LISTED = 50;
const NOT_FOUND = 404;
const ANSWER_LIMIT_MS = 10_000;

const listAnswer = Type.Object({ data: Type.Array(listedEvidence) });
const columns = Object.keys(listedEvidence.properties) as (keyof ListedEvidence)[];

/** Reads evidence from an open database, which is closed with the source. */
export function evidenceInDatabase(
  database: Pick<OpenDatabase<StatusDatabase>, "db" | "close">,
): EvidenceSource {
  const { db } = database;
  return {
    async list(checkId) {
      const rows = await db
        .selectFrom("evidence")
        .select(columns)
        .$if(checkId !== undefined, (query) => query.where("check_id", "=", checkId ?? ""))
        .orderBy("slot", "desc")
        .orderBy("id", "desc")
        .limit(LISTED)
        .execute();
      return rows.map((row) => ({ ...row, slot: row.slot.toISOString() }));
    },
    async read(id) {
      const row = await db
        .selectFrom("evidence")
        .select([...columns, "facts"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const evidence: unknown = { ...row, slot: row.slot.toISOString() };
      if (Value.Check(wholeEvidence, evidence)) return evidence;
      throw new EvidenceError(`evidence ${id} was kept by another version, and cannot be read`);
    },
    async sentAudio(id) {
      const row = await db
        .selectFrom("evidence_audio")
        .select("content")
        .where("evidence_id", "=", id)
        .where("name", "=", "sent")
        .executeTakeFirst();
      return row === undefined ? undefined : new Uint8Array(row.content);
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** Reads evidence through the admin API of a status page, for use while its process holds the embedded database. */
export function evidenceOverHttp(statusUrl: string, adminToken: string): EvidenceSource {
  const ask = async (path: string): Promise<Response | undefined> => {
    const url = `${statusUrl}/admin/evidence${path}`;
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${adminToken}` },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new EvidenceError(`${url} does not answer: ${reason}`);
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === NOT_FOUND) return undefined;
    throw new EvidenceError(`${url} answers with status ${response.status}`);
  };
  const unreadable = (): EvidenceError =>
    new EvidenceError(`${statusUrl} is of another version: its evidence cannot be read`);
  return {
    async list(checkId) {
      const check = checkId === undefined ? "" : `&check=${encodeURIComponent(checkId)}`;
      const answer: unknown = await (await ask(`?limit=${LISTED}${check}`))?.json();
      if (Value.Check(listAnswer, answer)) return answer.data;
      throw unreadable();
    },
    async read(id) {
      const response = await ask(`/${encodeURIComponent(id)}`);
      if (response === undefined) return undefined;
      const answer: unknown = await response.json();
      if (Value.Check(wholeEvidence, answer)) return answer;
      throw unreadable();
    },
    async sentAudio(id) {
      const response = await ask(`/${encodeURIComponent(id)}/audio/sent`);
      return response === undefined ? undefined : new Uint8Array(await response.arrayBuffer());
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
