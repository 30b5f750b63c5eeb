import { MINUTE_MS } from "#units/time.ts";
import type { Database } from "#migrations/status/schema.ts";
import { withPartitions } from "#monitor/store/observation-partitions.ts";
import { insertObservations } from "#monitor/store/observations.ts";

/** A rule about every check, as it is stored; it tells nobody and repeats nothing. */
export const DOWN_RULE = {
  id: "down",
  receivers: [],
  rotas: [],
  components: [],
  groups: [],
  checks: [],
  afterBadSlots: 2,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: null,
  escalation: null,
  tellsRecovery: true,
  quietHours: null,
} as const;

/** A check of a component, run each minute. */
export function watchedCheck(id: string, componentId: string) {
  return {
    id,
    component_id: componentId,
    kind: "http",
    period_seconds: 60,
    impact: "major_outage",
    slow_p95: null,
    scheduled_since: null,
    runbook_url: "https://example.org/runbook",
    removed_at: null,
  } as const;
}

/** Writes slots of a check up to `nowMs`, and what they make of it. */
export async function writeSlots(
  db: Database,
  checkId: string,
  nowMs: number,
  results: readonly ("ok" | "failed")[],
  verdict: "up" | "down",
): Promise<void> {
  const runs = results.map((result, index) => {
    const slotMs = nowMs - (results.length - 1 - index) * MINUTE_MS;
    const reason = result === "ok" ? null : ("timeout" as const);
    const found = { result, reason, message: null, phases: {}, measures: {} };
    return {
      checkId,
      periodMs: MINUTE_MS,
      location: "ankara",
      prober: "p",
      slotMs,
      attempts: [{ ...found, startedAtMs: slotMs, durationMs: 10, attempt: 1 }],
    };
  });
  const slotsMs = runs.map(({ slotMs }) => slotMs);
  await withPartitions(db, slotsMs, () =>
    db.transaction().execute((tx) => insertObservations(tx, runs, nowMs)),
  );
  const state = {
    verdict,
    since: new Date(nowMs - MINUTE_MS),
    reason: verdict === "up" ? null : "timeout",
    last_slot: new Date(nowMs),
    last_result: results.at(-1) ?? "ok",
    known_until: new Date(nowMs + 3 * MINUTE_MS),
  } as const;
  await db
    .insertInto("check_states")
    .values({ check_id: checkId, ...state })
    .onConflict((conflict) => conflict.column("check_id").doUpdateSet(state))
    .execute();
}
