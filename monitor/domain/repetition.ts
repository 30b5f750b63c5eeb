import { RRuleTemporal } from "rrule-temporal";
import type { Repetition } from "#migrations/status/schema.ts";
import { aheadOfUtcMs } from "./months.ts";
import { isTimeZone } from "./zone-clock.ts";

export type { Repetition };

/** Thrown when a maintenance cannot repeat as requested; `field` is the field of the request that is at fault. */
export class RepetitionError extends Error {
  override readonly name = "RepetitionError";
  readonly field: "rrule" | "time_zone" | "scheduled_for";

  constructor(field: RepetitionError["field"], message: string) {
    super(message);
    this.field = field;
  }
}

/** The maximum number of periods without an occurrence: leap days in 400 years, months without a fifth Friday. */
const MAX_PERIODS = 1_000;

const WEEKDAY = "(?:MO|TU|WE|TH|FR|SA|SU)";
const listOf = (item: string): string => `${item}(?:,${item}){0,30}`;

/** The supported parts of a rule; the time of day is that of the first occurrence. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}Z$/,
  BYDAY: new RegExp(`^${listOf(String.raw`(?:[+-]?[1-5])?${WEEKDAY}`)}$`),
  BYMONTH: new RegExp(`^${listOf("(?:1[0-2]|[1-9])")}$`),
  BYMONTHDAY: new RegExp(`^${listOf(String.raw`-?(?:3[01]|[12]\d|[1-9])`)}$`),
  BYSETPOS: new RegExp(`^${listOf(String.raw`-?[1-9]\d?`)}$`),
  WKST: new RegExp(`^${WEEKDAY}$`),
};

/** Checks that a maintenance can repeat in this way; throws RepetitionError. */
export function checkRepetition(repetition: Repetition): void {
  const { rule, timeZone, fromMs, lengthMs } = repetition;
  refuseUnknownParts(rule);
  if (!isTimeZone(timeZone)) {
    throw new RepetitionError(
      "time_zone",
      `time_zone is "${timeZone}"; it takes an IANA name, like Europe/Istanbul`,
    );
  }
  const first = nextOccurrence(repetition, fromMs - 1);
  if (first === null) {
    throw new RepetitionError(
      "rrule",
      `rrule is "${rule}", which has no time from scheduled_for on`,
    );
  }
  if (first !== fromMs) {
    throw new RepetitionError(
      "scheduled_for",
      `scheduled_for is no time of the rrule, whose next one is ${new Date(first).toISOString()}`,
    );
  }
  const second = nextOccurrence(repetition, fromMs);
  if (second !== null && second < fromMs + lengthMs) {
    throw new RepetitionError(
      "rrule",
      `rrule is "${rule}", by which one maintenance begins before the last has ended`,
    );
  }
}

/** A rule with the clock that it follows, and the moment from which it holds. */
export type Recurrence = Pick<Repetition, "rule" | "timeZone" | "fromMs">;

/** Returns when the next maintenance after `afterMs` begins; null when there are no more. Throws RepetitionError. */
export function nextOccurrence(recurrence: Recurrence, afterMs: number): number | null {
  return ofRule(recurrence, (rule) => {
    const next = rule.next(new Date(afterMs));
    return next === null ? null : next.epochMilliseconds;
  });
}

/** Returns the times of a rule from `fromMs` up to and including `toMs`, in epoch milliseconds. Throws RepetitionError. */
export function occurrencesBetween(recurrence: Recurrence, fromMs: number, toMs: number): number[] {
  const found = ofRule(recurrence, (rule) =>
    rule.between(new Date(fromMs), new Date(toMs), true).map((one) => one.epochMilliseconds),
  );
  return found ?? [];
}

/** Asks the library about a rule; null where it has no time within `MAX_PERIODS`. */
function ofRule<Found>(
  { rule, timeZone, fromMs }: Recurrence,
  ask: (rule: RRuleTemporal) => Found,
): Found | null {
  const local = new Date(fromMs + aheadOfUtcMs(timeZone, fromMs)).toISOString();
  const begin = local.slice(0, "2026-11-21T14:00:00".length).replaceAll(/[-:]/g, "");
  try {
    return ask(
      new RRuleTemporal({
        rruleString: `DTSTART;TZID=${timeZone}:${begin}\nRRULE:${rule}`,
        maxIterations: MAX_PERIODS,
        strict: true,
      }),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith("Maximum iterations")) return null;
    throw new RepetitionError("rrule", `rrule is "${rule}": ${message}`);
  }
}

function refuseUnknownParts(rule: string): void {
  const parts = rule.split(";").map((part) => part.split("="));
  const names = parts.map(([name = ""]) => name);
  const isKnown = parts.every(
    ([name = "", value = "", ...more]) => more.length === 0 && PARTS[name]?.test(value) === true,
  );
  if (isKnown && names.includes("FREQ") && new Set(names).size === names.length) return;
  throw new RepetitionError(
    "rrule",
    `rrule is "${rule}"; it takes one of RFC 5545 like FREQ=WEEKLY;BYDAY=SU, ` +
      `with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY and each at most once of ${Object.keys(PARTS).slice(1).join(", ")}`,
  );
}
