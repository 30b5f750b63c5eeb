import { localizedText } from "#monitor/domain/localized-text.ts";
import { afterEach, expect, test } from "vitest";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { datesOf } from "#web-kit/locale/dates.ts";
import { incidentDays } from "./incident-days.ts";

const now = Date.parse("2026-11-21T06:00:00Z");

/** One that began and, unless it is said otherwise, ended at a moment. */
const begun = (iso: string, resolvedAtMs: number | null = Date.parse(iso)): StatusEventView => ({
  id: iso,
  name: localizedText({ en: "I", tr: "I" }),
  status: "resolved",
  impact: "minor",
  startedAtMs: Date.parse(iso),
  schedule: null,
  monitoringAtMs: null,
  resolvedAtMs,
  componentIds: [],
  updates: [],
});

const processZone = process.env["TZ"];
afterEach(() => {
  if (processZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = processZone;
});

const daysIn = (timeZone: string, ...incidents: StatusEventView[]) =>
  listed(timeZone, true, incidents);

const listed = (timeZone: string, isAllWell: boolean, incidents: readonly StatusEventView[]) => {
  process.env["TZ"] = timeZone;
  const dateKey = datesOf("en", "local").key;
  return incidentDays(incidents, { atMs: now, isAllWell }, { dateKey }).map(
    ({ firstMs, lastMs, incidents: of }) => ({
      days: [dateKey(firstMs), dateKey(lastMs)],
      ids: of.map(({ id }) => id),
    }),
  );
};

test("15 quiet days are one entry", () => {
  expect(daysIn("UTC")).toEqual([{ days: ["2026-11-07", "2026-11-21"], ids: [] }]);
});

test("a day with incidents stands alone between quiet ones", () => {
  expect(daysIn("UTC", begun("2026-11-19T10:00:00Z"), begun("2026-11-19T09:00:00Z"))).toEqual([
    { days: ["2026-11-20", "2026-11-21"], ids: [] },
    { days: ["2026-11-19", "2026-11-19"], ids: ["2026-11-19T10:00:00Z", "2026-11-19T09:00:00Z"] },
    { days: ["2026-11-07", "2026-11-18"], ids: [] },
  ]);
});

test("an incident belongs to the reader's day, not to the UTC day", () => {
  const lateEvening = begun("2026-11-20T22:30:00Z");
  expect(daysIn("Europe/Istanbul", lateEvening)[0]).toEqual({
    days: ["2026-11-21", "2026-11-21"],
    ids: [lateEvening.id],
  });
});

test("older incidents are left out", () => {
  expect(daysIn("UTC", begun("2026-11-06T10:00:00Z"))).toHaveLength(1);
});

test("a day on which an incident from before went on is not called quiet", () => {
  const long = begun("2026-11-18T10:00:00Z", Date.parse("2026-11-20T03:00:00Z"));
  expect(daysIn("UTC", long).slice(0, 2)).toEqual([
    { days: ["2026-11-21", "2026-11-21"], ids: [] },
    { days: ["2026-11-18", "2026-11-18"], ids: [long.id] },
  ]);
  const open = begun("2026-11-19T10:00:00Z", null);
  expect(daysIn("UTC", open)[0]).toEqual({ days: ["2026-11-19", "2026-11-19"], ids: [open.id] });
});

test("today is not called quiet while something does not work of which nothing is told yet", () => {
  expect(listed("UTC", false, [])).toEqual([{ days: ["2026-11-07", "2026-11-20"], ids: [] }]);
});
