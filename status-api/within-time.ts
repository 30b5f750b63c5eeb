import { within } from "#migrations/within.ts";

/** A database that takes longer than this to answer counts as away. */
const answerTimeoutMs = 5_000;

/** Rejects when a query takes too long: a frozen server neither answers nor refuses. */
export function withinTime<Value>(query: Promise<Value>): Promise<Value> {
  return within(answerTimeoutMs, query);
}
