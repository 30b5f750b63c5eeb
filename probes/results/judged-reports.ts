import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { degradeSlow } from "#monitor/domain/slow-p95.ts";
import type { LocationReport } from "#monitor/domain/verdict.ts";
import { loadReports } from "#monitor/store/observations.ts";

/** A check, and the slot after which its reports are judged. */
interface JudgedSince {
  readonly checkId: string;
  readonly afterMs: number;
}

/**
 * Loads the reports of checks in slots before `beforeMs`, by check id; reports that are slow by their percentile are degraded.
 */
export async function loadJudgedReports(
  transaction: DatabaseTransaction,
  judged: readonly JudgedSince[],
  beforeMs: number,
): Promise<Map<string, LocationReport[]>> {
  const ids = judged.map(({ checkId }) => checkId);
  const rows = await transaction
    .selectFrom("checks")
    .select(["id", "period_seconds", "slow_p95"])
    .where("id", "in", ids)
    .execute();
  const limits = new Map(rows.map(({ id, ...limit }) => [id, limit]));
  const windowMsOf = (checkId: string): number => limits.get(checkId)?.slow_p95?.windowMs ?? 0;
  const fromMs = Math.min(...judged.map(({ checkId, afterMs }) => afterMs - windowMsOf(checkId)));
  const reports = await loadReports(transaction, ids, fromMs, beforeMs);
  return new Map(
    judged.map(({ checkId, afterMs }) => {
      const found = reports.get(checkId) ?? [];
      const { slow_p95 = null, period_seconds = 0 } = limits.get(checkId) ?? {};
      const known = slow_p95 === null ? found : degradeSlow(found, slow_p95, period_seconds * 1000);
      return [checkId, known.filter(({ slotMs }) => slotMs > afterMs)];
    }),
  );
}
