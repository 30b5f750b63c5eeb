import { Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { checkRepetition, type Repetition, RepetitionError } from "#monitor/domain/repetition.ts";
import { readPage } from "#monitor/store/components.ts";
import { AdminError } from "./admin-error.ts";

export const ruleField = Type.String({ minLength: 1, maxLength: 200 });
export const timeZoneField = Type.String({ minLength: 1, maxLength: 64 });

/** The requested repetition of a maintenance; a null rule ends it. */
interface RequestedRepetition {
  readonly rrule?: string | null | undefined;
  readonly time_zone?: string | undefined;
}

/** The first maintenance of a series. */
interface First {
  readonly scheduledForMs: number;
  readonly scheduledUntilMs: number;
  readonly body: Translations;
}

/**
 * Reads how a maintenance is to repeat, in the page's time zone unless one is given; null ends the repetition, undefined keeps
 * it as it is. Throws AdminError.
 */
export async function readRepetition(
  db: Database,
  { rrule: rule, time_zone }: RequestedRepetition,
  { scheduledForMs, scheduledUntilMs, body }: First,
): Promise<Repetition | null | undefined> {
  if (typeof rule !== "string") {
    if (time_zone === undefined) return rule;
    throw new AdminError("missing_field", "rrule is missing; time_zone is the zone that it is of", {
      param: "rrule",
    });
  }
  const timeZone = time_zone ?? (await readPage(db))?.timeZone ?? "Etc/UTC";
  const fromMs = Math.floor(scheduledForMs / 1000) * 1000;
  const lengthMs = scheduledUntilMs - scheduledForMs;
  const repetition = { rule, timeZone, fromMs, lengthMs, body };
  try {
    checkRepetition(repetition);
  } catch (error) {
    if (!(error instanceof RepetitionError)) throw error;
    throw new AdminError("invalid_field", error.message, { param: error.field });
  }
  return repetition;
}
