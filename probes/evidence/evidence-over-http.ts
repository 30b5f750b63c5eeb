import { Type } from "typebox";
import { Value } from "typebox/value";
import {
  EvidenceError,
  type EvidenceSource,
  LISTED_EVIDENCE,
  listedEvidence,
  wholeEvidence,
} from "./evidence-source.ts";

const listAnswer = Type.Object({ data: Type.Array(listedEvidence) });
const NOT_FOUND = 404;
const ANSWER_LIMIT_MS = 10_000;

/** Reads evidence through the admin API of a status page, for while its process holds the embedded database. */
export function evidenceOverHttp(statusUrl: string, adminToken: string): EvidenceSource {
  const ask = async (path: string): Promise<Response | undefined> => {
    const url = `${statusUrl}/admin/evidence${path}`;
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${adminToken}` },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    }).catch((error: unknown) => {
      throw new EvidenceError(`${url} does not answer: ${reasonOf(error)}`);
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
      const answer: unknown = await (await ask(`?limit=${LISTED_EVIDENCE}${check}`))?.json();
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
