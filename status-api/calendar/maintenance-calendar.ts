import { HOUR_SECONDS } from "#units/time.ts";
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { fitLine, fitText } from "#monitor/domain/outside-text.ts";
import type { Maintenance } from "#monitor/domain/status-event.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { permalink } from "../documents/status-event-entry.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { renderTextInUtc } from "../texts/moments.ts";
import { calendarTexts } from "../texts/texts.ts";

/** How often subscribed calendar programs refresh, in seconds. */
const REFRESH_SECONDS = HOUR_SECONDS;

/** Returns maintenance as an iCalendar file (RFC 5545) in one language; events keep their UIDs when they are moved. */
export function maintenanceCalendar(
  { page, components }: Pick<Snapshot, "page" | "components">,
  maintenances: readonly Maintenance[],
  language: Language,
): string {
  const texts = calendarTexts[language];
  const calendar = ical({
    name: fitLine(fill(texts.name, { page: page.name[language] })),
    prodId: { company: page.id, product: "status", language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const maintenance of maintenances) {
    const { id, name, componentIds, updates } = maintenance;
    const named = components.filter((component) => componentIds.includes(component.id));
    const affected = named.map((component) => component.name[language]).join(", ");
    const url = permalink(page, id);
    const [newest] = updates;
    const changedAt = new Date(
      Math.max(maintenance.updatedAtMs, ...updates.map(({ updatedAtMs }) => updatedAtMs)),
    );
    calendar.createEvent({
      id: `${id}@${new URL(page.url).hostname}`,
      sequence: Math.max(0, updates.length - 1),
      stamp: changedAt,
      lastModified: changedAt,
      created: new Date(maintenance.createdAtMs),
      ...timesOf(maintenance),
      // Made fit here too: stored texts may be older than the check of requests, and names come from monitor.yaml.
      summary: fitLine(`${page.name[language]}: ${name[language]}`),
      description: [
        newest && renderTextInUtc(newest.body[language], newest.displayAtMs, language),
        affected === "" ? undefined : `${texts.affected}: ${affected}`,
        url,
      ]
        .filter((line) => line !== undefined)
        .map((line) => fitText(line))
        .join("\n\n"),
      url,
      status: isCancelled(maintenance) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/** Returns the announced begin and end; for a maintenance that is over, its actual end. */
function timesOf(maintenance: Maintenance): { start: Date; end: Date } {
  const { scheduledForMs, scheduledUntilMs, resolvedAtMs } = maintenance;
  const hasRun = resolvedAtMs !== null && !isCancelled(maintenance);
  return {
    start: new Date(scheduledForMs),
    end: new Date(hasRun ? resolvedAtMs : scheduledUntilMs),
  };
}

function isCancelled({ resolvedAtMs, scheduledForMs }: Maintenance): boolean {
  return resolvedAtMs !== null && resolvedAtMs <= scheduledForMs;
}
