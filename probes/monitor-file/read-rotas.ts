import type { Place } from "#schema-reader/fault.ts";
import type { OnCallPerson, Rota } from "#monitor/alerts/configuration.ts";
import { isTurnRule } from "#monitor/alerts/rota.ts";
import { momentOfClock } from "#monitor/domain/zone-clock.ts";
import {
  quietHoursOf,
  refuseHours,
  refuseTimeZone,
  refuseTwice,
  refuseUnknown,
} from "./alerts-faults.ts";

import type { LocatedDocument } from "./located-document.ts";
import type { MonitorDocument } from "./schema.ts";

type WrittenAlerts = NonNullable<MonitorDocument["alerts"]>;

/** Reads the people of rotas; throws `MonitorFileError`. */
export function readPeople(
  located: LocatedDocument,
  written: NonNullable<WrittenAlerts["people"]>,
  receiverIds: readonly string[],
  pageTimeZone: string,
): OnCallPerson[] {
  const at = (index: number): Place => ["alerts", "people", index];
  refuseTwice(
    located,
    written.map(({ id }) => id),
    at,
  );
  return written.map(({ id, name, receivers, quiet_hours }, index) => {
    refuseUnknownIds(located, [...at(index), "receivers"], receivers, receiverIds);
    if (quiet_hours !== undefined) {
      refuseHours(located, quiet_hours, [...at(index), "quiet_hours"]);
    }
    const quietHours = quietHoursOf(quiet_hours, pageTimeZone);
    return { id, name: name ?? id, receivers, quietHours };
  });
}

/** Reads rotas; throws `MonitorFileError`. */
export function readRotas(
  located: LocatedDocument,
  written: NonNullable<WrittenAlerts["rotas"]>,
  people: readonly OnCallPerson[],
  pageTimeZone: string,
): Rota[] {
  const at = (index: number): Place => ["alerts", "rotas", index];
  const peopleIds = people.map(({ id }) => id);
  refuseTwice(
    located,
    written.map(({ id }) => id),
    at,
  );
  return written.map((rota, index) => {
    const { id, people: turns, from, time_zone, rrule: rule, next_after_minutes } = rota;
    refuseUnknownIds(located, [...at(index), "people"], turns, peopleIds);
    const twice = turns.findIndex((person, place) => turns.indexOf(person) !== place);
    if (twice !== -1) {
      const place = [...at(index), "people", twice];
      throw located.errorAt(place, `"${turns[twice]}" is there twice`);
    }
    refuseTimeZone(located, [...at(index), "time_zone"], time_zone);
    if (!isTurnRule(rule)) {
      throw located.errorAt(
        [...at(index), "rrule"],
        `got "${rule}"; takes FREQ=DAILY or FREQ=WEEKLY, then INTERVAL up to 99 and BYDAY, e.g. FREQ=WEEKLY;BYDAY=MO,FR`,
      );
    }
    const timeZone = time_zone ?? pageTimeZone;
    const fromMs = momentOfClock(timeZone, from);
    if (fromMs === null) {
      const message = `got "${from}"; takes a time that the clock of ${timeZone} shows`;
      throw located.errorAt([...at(index), "from"], message);
    }
    const nextAfterMinutes = next_after_minutes ?? null;
    return { id, people: turns, rule, timeZone, fromMs, nextAfterMinutes };
  });
}

function refuseUnknownIds(
  located: LocatedDocument,
  place: Place,
  ids: readonly string[],
  allowed: readonly string[],
): void {
  for (const [index, id] of ids.entries()) refuseUnknown(located, [...place, index], id, allowed);
}
