import { DAY_MS, HOUR_MS, WEEK_DAYS } from "#units/time.ts";
import { occurrencesBetween } from "../domain/repetition.ts";
import { clockMs, momentOfClock } from "../domain/zone-clock.ts";
import type { Rota } from "./configuration.ts";

/** A person who is on call instead of whoever's turn it is. */
export interface OnCallOverride {
  readonly id: string;
  readonly rotaId: string;
  readonly personId: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The actor who made the override. */
  readonly saidBy: string;
  readonly createdAtMs: number;
}

/** A time in which one person is on call. */
export interface Shift {
  readonly personId: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The override that it comes from; null for a turn of the rota. */
  readonly overrideId: string | null;
  /** The person whose turn it is. */
  readonly turnOf: string;
}

/** The parts of an RRULE by which turns can change: each period has as many turns as any other. */
const TURN_RULE =
  /^FREQ=(DAILY|WEEKLY)(?:;INTERVAL=([1-9]\d?))?(?:;BYDAY=(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU)){0,6})?$/;

/** Returns whether turns can change by a rule. */
export function isTurnRule(rule: string): boolean {
  return TURN_RULE.test(rule);
}

/**
 * Returns who is on call from `fromMs` to `toMs`, in order and without gaps from the first turn of the rota on. Of overrides
 * that overlap the newest holds.
 */
export function shiftsOf(
  rota: Rota,
  overrides: readonly OnCallOverride[],
  fromMs: number,
  toMs: number,
): Shift[] {
  const ofRota = overrides
    .filter((one) => one.rotaId === rota.id && one.fromMs < toMs && one.toMs > fromMs)
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1));
  return turnsOf(rota, fromMs, toMs)
    .flatMap((turn) => cutByOverrides(turn, ofRota))
    .reduce<Shift[]>(joined, []);
}

/** Returns who is on call at a moment; undefined before the first turn of the rota. */
export function onCallAt(
  rota: Rota,
  overrides: readonly OnCallOverride[],
  atMs: number,
): Shift | undefined {
  return shiftsOf(rota, overrides, atMs, atMs + 1)[0];
}

/**
 * Returns the people of a rota in the order in which they are notified at a moment: who is on call, then those whose turns follow,
 * and last the person who is stood in for. Empty before the first turn.
 */
export function orderAt(
  rota: Rota,
  overrides: readonly OnCallOverride[],
  atMs: number,
): readonly string[] {
  const shift = onCallAt(rota, overrides, atMs);
  if (shift === undefined) return [];
  const at = rota.people.indexOf(shift.turnOf);
  const following = [...rota.people.slice(at + 1), ...rota.people.slice(0, at + 1)];
  return [shift.personId, ...following.filter((id) => id !== shift.personId)];
}

/**
 * Returns the turns of a rota that touch a time, cut to it.
 *
 * The rule is followed on a clock that is never set, so that no turn is lost where the zone's clock skips an hour; each beginning
 * is then the moment at which the zone's clock shows it. Turns are counted from one shortly before `fromMs` that is the first
 * person's too: periods have the same number of turns, and as many of them as there are people are left out.
 */
function turnsOf(rota: Rota, fromMs: number, toMs: number): Shift[] {
  const { people, rule, timeZone } = rota;
  const firstMs = clockMs(timeZone, rota.fromMs);
  const periodMs = periodDays(rule) * DAY_MS;
  const roundMs = periodMs * people.length;
  const rounds = Math.max(0, Math.floor((clockMs(timeZone, fromMs) - firstMs) / roundMs) - 1);
  const nearMs = firstMs + rounds * roundMs;
  const recurrence = { rule, timeZone: "Etc/UTC", fromMs: nearMs };
  // One more than there are, since the turn after the last one ends it.
  const untilMs = clockMs(timeZone, toMs) + periodMs + DAY_MS;
  const shown = occurrencesBetween(recurrence, nearMs, untilMs);
  const fromShownMs = clockMs(timeZone, fromMs);
  return shown.flatMap((shownMs, number) => {
    const endShownMs = shown[number + 1] ?? untilMs;
    // A clock that is set moves a moment by hours; what is further away is not worth its conversion.
    if (endShownMs < fromShownMs - DAY_MS) return [];
    const [startMs, endMs] = [momentOn(timeZone, shownMs), momentOn(timeZone, endShownMs)];
    if (endMs <= fromMs || startMs >= toMs) return [];
    const personId = people[number % people.length]!;
    const [from, to] = [Math.max(startMs, fromMs), Math.min(endMs, toMs)];
    return [{ personId, fromMs: from, toMs: to, overrideId: null, turnOf: personId }];
  });
}

/** Returns when a zone's clock shows a time, or one hour more where it skips that hour. */
function momentOn(timeZone: string, shownMs: number): number {
  const moment = (ms: number) => momentOfClock(timeZone, new Date(ms).toISOString().slice(0, 16));
  return moment(shownMs) ?? moment(shownMs + HOUR_MS) ?? shownMs;
}

/** Returns the days after which the turns of a rule come again as they were. */
function periodDays(rule: string): number {
  const [, frequency, interval = "1"] = TURN_RULE.exec(rule) ?? [];
  const isByDays = frequency === "DAILY" && !rule.includes("BYDAY");
  return Number(interval) * (isByDays ? 1 : WEEK_DAYS);
}

/** Cuts a turn by overrides, the one that holds first. */
function cutByOverrides(turn: Shift, overrides: readonly OnCallOverride[]): Shift[] {
  const [override, ...others] = overrides;
  if (override === undefined) return [turn];
  const fromMs = Math.max(turn.fromMs, override.fromMs);
  const toMs = Math.min(turn.toMs, override.toMs);
  if (fromMs >= toMs) return cutByOverrides(turn, others);
  const { personId, id: overrideId } = override;
  return [
    ...(turn.fromMs < fromMs ? cutByOverrides({ ...turn, toMs: fromMs }, others) : []),
    { ...turn, personId, overrideId, fromMs, toMs },
    ...(toMs < turn.toMs ? cutByOverrides({ ...turn, fromMs: toMs }, others) : []),
  ];
}

/** Joins a shift to the last one where the same override goes on over the end of a turn. */
function joined(shifts: Shift[], shift: Shift): Shift[] {
  const last = shifts.at(-1);
  if (last === undefined || last.overrideId === null || last.overrideId !== shift.overrideId) {
    return [...shifts, shift];
  }
  return [...shifts.slice(0, -1), { ...last, toMs: shift.toMs }];
}
