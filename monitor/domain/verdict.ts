import type { CheckVerdict, ObservationResult } from "#migrations/status/schema.ts";
import { isOfPastMaintenance } from "./maintenance.ts";
import { areRelated, type Reason } from "./reason.ts";
import type { TimeWindow } from "./uptime.ts";

/** The result of one location in a slot. */
export interface LocationReport {
  readonly location: string;
  readonly slotMs: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly result: ObservationResult;
  readonly reason: string | null;
  /** The run just before it in the same slot that passed as well, which it confirms; null or absent if there was none. */
  readonly confirms?: {
    readonly result: Exclude<SlotResult, "failed">;
    readonly startedAtMs: number;
  } | null;
}

/** The combined result of all locations in a slot. */
type SlotResult = "ok" | "degraded" | "failed";

/** The state of a check, from its observations up to the newest judged slot. */
export interface CheckState {
  /** Null until observations suffice. */
  readonly verdict: CheckVerdict | null;
  /** When the first run of the streak that led to the verdict began; null without a verdict. */
  readonly sinceMs: number | null;
  /** The reason of the newest slot that did not pass; null while up. */
  readonly reason: string | null;
  /** When the first run of those in a row began that did not pass for this reason, or for one related to it; null while up. */
  readonly reasonSinceMs: number | null;
  readonly lastSlotMs: number;
  readonly lastResult: SlotResult;
  /** When the first run with the newest slot's result began. */
  readonly lastSeenMs: number;
  /** Until when the verdict holds: three periods from the newest observation. */
  readonly knownUntilMs: number;
}

/** Parameters for judging the reports of a check. */
export interface Judging {
  readonly periodMs: number;
  /** Locations whose report is waited for. */
  readonly liveLocations: readonly string[];
  /** The first slot with results that a prober has not stored yet; it and later slots are not judged yet. */
  readonly heldFromMs?: number;
  /** Maintenance of the check's component. */
  readonly windows?: readonly TimeWindow[];
}

/** A slot that was judged, and the check's state from then on. */
export interface JudgedSlot {
  readonly slotMs: number;
  /** When the last location finished it. */
  readonly endedAtMs: number;
  readonly state: CheckState;
}

const KNOWN_FOR_PERIODS = 3;
const NOT_HEARD: Reason = "not_heard";
const SEVERITIES: readonly SlotResult[] = ["ok", "degraded", "failed"];
const VERDICTS: readonly CheckVerdict[] = ["up", "degraded", "down"];

/**
 * Judges the slots that `reports` complete, oldest first; `state` is the state so far.
 *
 * A slot is complete when every live location reported, or a later slot has a report. Reports of slots at or before the
 * state's last one are too late and change nothing. A state whose observations ended before a slot does not apply to it, nor
 * does a verdict other than up from a maintenance that has ended.
 */
export function judge(
  state: CheckState | null,
  reports: readonly LocationReport[],
  { periodMs, liveLocations, heldFromMs = Infinity, windows = [] }: Judging,
): JudgedSlot[] {
  const lastSlotMs = state?.lastSlotMs ?? -Infinity;
  const slots = Map.groupBy(
    reports.filter((report) => report.slotMs > lastSlotMs),
    (report) => report.slotMs,
  );
  const ordered = [...slots].sort(([a], [b]) => a - b);
  const newestMs = ordered.at(-1)?.[0];
  const judged: JudgedSlot[] = [];
  for (const [slotMs, ofSlot] of ordered) {
    const reported = new Set(ofSlot.map((report) => report.location));
    const complete = liveLocations.every((location) => reported.has(location));
    if (slotMs >= heldFromMs || (!complete && slotMs === newestMs)) break;
    const outcome = outcomeOf(ofSlot);
    if (outcome === null) continue;
    const known = judged.at(-1)?.state ?? state;
    const isCurrent = known !== null && known.knownUntilMs > slotMs;
    const current = isCurrent ? afterMaintenance(known, windows, slotMs) : null;
    const slot = {
      ...outcome,
      slotMs,
      startedAtMs: startOf(ofSlot),
      seenMs: seenAt(ofSlot, outcome.result),
      periodMs,
    };
    judged.push({
      slotMs,
      endedAtMs: Math.max(...ofSlot.map((report) => report.endedAtMs)),
      state: afterSlot(afterConfirmed(current, ofSlot, slot), slot),
    });
  }
  return judged;
}

/** Returns a state as it counts at `nowMs`: without its verdict if something failed in a maintenance that has ended. */
function afterMaintenance(
  state: CheckState,
  windows: readonly TimeWindow[],
  nowMs: number,
): CheckState {
  if (state.verdict === "up" || !isOfPastMaintenance(state.lastSlotMs, windows, nowMs))
    return state;
  return { ...state, ...NO_VERDICT };
}

const NO_VERDICT = { verdict: null, sinceMs: null, reason: null, reasonSinceMs: null } as const;

/** Returns until when a state holds, given `reports`, judged or not; a report after a gap does not revive it. */
export function heldUntilMs(
  state: CheckState,
  reports: readonly LocationReport[],
  periodMs: number,
): number {
  return reports
    .filter((report) => report.result !== "prober_error")
    .toSorted((a, b) => a.slotMs - b.slotMs)
    .reduce(
      (heldMs, { slotMs, startedAtMs }) =>
        slotMs < heldMs ? Math.max(heldMs, startedAtMs + KNOWN_FOR_PERIODS * periodMs) : heldMs,
      state.knownUntilMs,
    );
}

/** Returns for how long before a slot reports still matter to it, in ms. */
export function reportLifetimeMs(periodMs: number): number {
  return KNOWN_FOR_PERIODS * periodMs;
}

/** Returns whether a report judges the target; one that does not keeps the state, and neither ends nor begins an outage. */
export function isEvidence({ result, reason }: Pick<LocationReport, "result" | "reason">): boolean {
  return result !== "prober_error" && reason !== NOT_HEARD;
}

/** Returns the result of the majority of the locations that could judge the target; null when none could. */
export function outcomeOf(
  reports: readonly LocationReport[],
): { result: SlotResult; reason: string | null } | null {
  const seen = reports.filter(isEvidence);
  if (seen.length === 0) return null;
  const failed = seen.filter((report) => report.result === "failed");
  const impaired = seen.filter((report) => report.result !== "ok");
  const majority = seen.length / 2;
  if (failed.length > majority) return { result: "failed", reason: failed[0]?.reason ?? null };
  if (impaired.length > majority)
    return { result: "degraded", reason: impaired[0]?.reason ?? null };
  return { result: "ok", reason: null };
}

/** A slot with the combined result of its locations. */
interface Slot {
  readonly slotMs: number;
  /** When the first location's run began. */
  readonly startedAtMs: number;
  /** When the first run with the slot's result began. */
  readonly seenMs: number;
  readonly periodMs: number;
  readonly result: SlotResult;
  readonly reason: string | null;
}

/**
 * Returns the state after a slot. A verdict changes when two slots in a row are both worse, or both better, than it: to the
 * result nearer to the verdict, dated to the run that saw it first. Without a verdict one slot that passes is enough.
 */
function afterSlot(state: CheckState | null, slot: Slot): CheckState {
  const { slotMs, startedAtMs, seenMs, periodMs, result } = slot;
  const knownMs = startedAtMs + KNOWN_FOR_PERIODS * periodMs;
  const newest = {
    lastSlotMs: slotMs,
    lastResult: result,
    lastSeenMs: seenMs,
    knownUntilMs: Math.max(knownMs, state?.knownUntilMs ?? knownMs),
  };
  const now = SEVERITIES.indexOf(result);
  const kept = state ?? { verdict: null, sinceMs: null };
  const before = state === null ? null : SEVERITIES.indexOf(state.lastResult);
  const current = kept.verdict === null ? null : VERDICTS.indexOf(kept.verdict);
  const cause = causeAfter(state, slot);
  const change = (severity: number, sinceMs: number): CheckState => {
    const verdict = VERDICTS[severity] ?? "down";
    return { ...newest, verdict, sinceMs, ...(verdict === "up" ? NO_REASON : cause) };
  };

  if (current === null) {
    if (now === 0) return change(now, seenMs);
    if (before !== null && state !== null) {
      return change(Math.min(before, now), state.lastSeenMs);
    }
  } else if (before !== null && state !== null) {
    if (before > current && now > current) return change(Math.min(before, now), state.lastSeenMs);
    if (before < current && now < current) return change(Math.max(before, now), state.lastSeenMs);
  }
  const { verdict, sinceMs } = kept;
  return { ...newest, verdict, sinceMs, ...(current === 0 ? NO_REASON : cause) };
}

type Cause = Pick<CheckState, "reason" | "reasonSinceMs">;

const NO_REASON: Cause = { reason: null, reasonSinceMs: null };

/** Returns why a check does not pass after a slot, and since when it is that: one slot that passes does not end it. */
function causeAfter(state: Cause | null, { reason, seenMs }: Slot): Cause {
  const { reason: before, reasonSinceMs } = state ?? NO_REASON;
  if (reason === null) return { reason: before, reasonSinceMs };
  const isGoingOn = before !== null && areRelated(before, reason);
  return { reason, reasonSinceMs: isGoingOn ? reasonSinceMs : seenMs };
}

/**
 * Returns the state after the runs that those of a slot confirm, which count as a slot of their own: two good runs end an outage,
 * in two slots or in one. The same state where most locations have none.
 */
function afterConfirmed(
  state: CheckState | null,
  reports: readonly LocationReport[],
  slot: Slot,
): CheckState | null {
  const seen = reports.filter(isEvidence);
  const confirmed = seen.flatMap(({ confirms }) => confirms ?? []);
  if (state === null || confirmed.length <= seen.length / 2) return state;
  const result = confirmed.some((run) => run.result === "degraded") ? "degraded" : "ok";
  const seenMs = Math.min(...confirmed.map(({ startedAtMs }) => startedAtMs));
  return afterSlot(state, { ...slot, result, seenMs: Math.max(slot.slotMs, seenMs) });
}

function startOf(reports: readonly LocationReport[]): number {
  const seen = reports.filter(isEvidence);
  return Math.min(...seen.map((report) => report.startedAtMs));
}

/** Returns when the first run with a slot's result began, but not before the slot, as a clock that is behind would have it. */
export function seenAt(reports: readonly LocationReport[], outcome: SlotResult): number {
  const saw = reports.filter(({ result }) =>
    outcome === "degraded" ? result === "degraded" || result === "failed" : result === outcome,
  );
  return Math.min(...saw.map(({ slotMs, startedAtMs }) => Math.max(slotMs, startedAtMs)));
}

/** Returns since when a check fails for its reason, once two slots in a row have said so; null before, and while it passes. */
export function causeSinceMs({
  lastResult,
  lastSlotMs,
  reasonSinceMs,
}: Pick<CheckState, "lastResult" | "lastSlotMs" | "reasonSinceMs">): number | null {
  const isSeenAgain = lastResult !== "ok" && reasonSinceMs !== null && lastSlotMs > reasonSinceMs;
  return isSeenAgain ? reasonSinceMs : null;
}

/** Returns whether readers may see a difference between `before`, which lapsed at its `knownUntilMs`, and `state`. */
export function isVerdictChanged(
  before: CheckState | undefined,
  state: CheckState,
  nowMs: number,
): boolean {
  return (
    before === undefined ||
    before.knownUntilMs <= nowMs ||
    before.verdict !== state.verdict ||
    before.sinceMs !== state.sinceMs ||
    before.reason !== state.reason ||
    causeSinceMs(before) !== causeSinceMs(state)
  );
}
