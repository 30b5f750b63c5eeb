import { describe, expect, test } from "vitest";
import { localizedText } from "./localized-text.ts";
import { daysOfMonth } from "./months.ts";
import { monthReport, type ReportSource } from "./report.ts";
import type { Incident } from "./status-event.ts";
import { type StateInterval, DEFAULT_WEIGHTS } from "./uptime.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const at = (iso: string): number => Date.parse(`${iso}Z`);
const interval = (status: StateInterval["status"], from: string, to: string): StateInterval => ({
  status,
  fromMs: at(from),
  toMs: at(to),
});

const november = { month: "2026-11", timeZone: "Etc/UTC", weights: DEFAULT_WEIGHTS } as const;

function reportOf(source: Partial<ReportSource>, intervals: readonly StateInterval[] = []) {
  return monthReport({
    ...november,
    components: [
      { id: "tts", name: localizedText({ en: "Synthesis" }), objective: 99.9, intervals },
    ],
    incidents: [],
    nowMs: at("2026-12-05T00:00:00"),
    ...source,
  });
}

function incident(changes: Partial<Incident>): Incident {
  return {
    id: "one",
    name: localizedText({ en: "It was away" }),
    status: "resolved",
    impact: "major",
    startedAtMs: at("2026-11-03T10:00:00"),
    createdAtMs: at("2026-11-03T10:02:00"),
    updatedAtMs: at("2026-11-03T10:30:00"),
    monitoringAtMs: at("2026-11-03T10:27:00"),
    resolvedAtMs: at("2026-11-03T10:30:00"),
    componentIds: ["tts"],
    updates: [],
    ...changes,
  };
}

describe("the figures of a component", () => {
  test("are those of the month alone, with what is left of the budget", () => {
    const report = reportOf({}, [
      interval("major_outage", "2026-10-01T00:00:00", "2026-11-01T00:00:00"),
      interval("operational", "2026-11-01T00:00:00", "2026-11-10T00:00:00"),
      interval("partial_outage", "2026-11-10T00:00:00", "2026-11-10T01:40:00"),
      interval("operational", "2026-11-10T01:40:00", "2026-12-04T00:00:00"),
    ]);
    // 0.1 % of 30 days are 43.2 minutes; 100 minutes of a partial outage use 30 of them.
    expect(report.components[0]).toMatchObject({
      uptimePercent: 99.93,
      coveragePercent: 100,
      downtimeMs: 30 * minuteMs,
      budget: { wholeMs: 43.2 * minuteMs, leftMs: 13.2 * minuteMs },
      noData: [],
    });
    expect(report).toMatchObject({ isOver: true, untilMs: at("2026-12-01T00:00:00") });
  });

  test("leave maintenance and unseen time out of the budget, which can be used up", () => {
    const report = reportOf({}, [
      interval("operational", "2026-11-01T00:00:00", "2026-11-11T00:00:00"),
      interval("under_maintenance", "2026-11-11T00:00:00", "2026-11-16T00:00:00"),
      interval("major_outage", "2026-11-16T00:00:00", "2026-11-16T01:00:00"),
      interval("operational", "2026-11-16T01:00:00", "2026-11-21T00:00:00"),
    ]);
    expect(report.components[0]).toMatchObject({
      budget: { wholeMs: 21.6 * minuteMs, leftMs: -38.4 * minuteMs },
      noData: [{ firstDate: "2026-11-21", lastDate: "2026-11-30" }],
    });
  });

  test("are no data before the first check, and not 100 %", () => {
    expect(reportOf({}).components[0]).toMatchObject({
      uptimePercent: null,
      coveragePercent: 0,
      noData: [{ firstDate: "2026-11-01", lastDate: "2026-11-30" }],
    });
    const begun = reportOf({}, [
      interval("operational", "2026-11-03T22:00:00", "2026-11-05T00:00:00"),
      interval("operational", "2026-11-06T00:00:00", "2026-12-01T00:00:00"),
    ]);
    expect(begun.components[0]).toMatchObject({
      uptimePercent: 100,
      noData: [
        { firstDate: "2026-11-01", lastDate: "2026-11-02" },
        { firstDate: "2026-11-05", lastDate: "2026-11-05" },
      ],
    });
  });

  test("of a running month end now, and its budget is that of the whole month", () => {
    const report = reportOf({ nowMs: at("2026-11-02T00:00:00") }, [
      interval("operational", "2026-11-01T00:00:00", "2026-11-02T00:00:00"),
    ]);
    expect(report).toMatchObject({ isOver: false, untilMs: at("2026-11-02T00:00:00") });
    expect(report.components[0]).toMatchObject({
      budget: { wholeMs: 43.2 * minuteMs, leftMs: 43.2 * minuteMs },
      noData: [],
    });
  });

  test("without an objective have no budget", () => {
    const components = [
      { id: "web", name: localizedText({ en: "Web" }), objective: null, intervals: [] },
    ];
    expect(reportOf({ components }).components[0]?.budget).toBeNull();
  });
});

describe("the times of incidents", () => {
  test("are from the first failed slot to the opening, from there to the resolution, and to the recovery", () => {
    const [reported] = reportOf({ incidents: [incident({})] }).incidents;
    expect(reported).toMatchObject({
      toDetectMs: 2 * minuteMs,
      toResolveMs: 28 * minuteMs,
      durationMs: 27 * minuteMs,
    });
  });

  test("are told as means, of those that have them", () => {
    const open = incident({
      id: "open",
      componentIds: ["other"],
      createdAtMs: at("2026-11-03T10:04:00"),
      monitoringAtMs: null,
      resolvedAtMs: null,
    });
    const report = reportOf({ incidents: [open, incident({})] });
    expect(report).toMatchObject({
      meanToDetectMs: 3 * minuteMs,
      meanToResolveMs: 28 * minuteMs,
      incidents: [{ durationMs: null, toResolveMs: null }, {}],
    });
    expect(report.components[0]).toMatchObject({
      incidentCount: 1,
      meanToDetectMs: 2 * minuteMs,
    });
    expect(reportOf({})).toMatchObject({ meanToDetectMs: null, meanToResolveMs: null });
  });

  test("are never less than nothing, where clocks differ", () => {
    const early = incident({ createdAtMs: at("2026-11-03T09:59:00"), resolvedAtMs: 0 });
    expect(reportOf({ incidents: [early] }).incidents[0]).toMatchObject({
      toDetectMs: 0,
      toResolveMs: 0,
    });
  });

  test("are of the newest 500", () => {
    const incidents = Array.from({ length: 501 }, (_, id) => incident({ id: String(id) }));
    const report = reportOf({ incidents });
    expect(report.incidents).toHaveLength(500);
    expect(report.hasMoreIncidents).toBe(true);
  });
});

describe("the days of a month", () => {
  test("have 25 hours in Berlin when summer time ends, and 24 in Istanbul", () => {
    const hours = (timeZone: string) =>
      daysOfMonth(timeZone, "2026-10")
        .filter(({ fromMs, toMs }) => toMs - fromMs !== 24 * hourMs)
        .map(({ date, fromMs, toMs }) => [date, (toMs - fromMs) / hourMs]);
    expect(hours("Europe/Berlin")).toEqual([["2026-10-25", 25]]);
    expect(hours("Europe/Istanbul")).toEqual([]);
  });

  test("follow each other from the month's beginning to its end", () => {
    const days = daysOfMonth("Europe/Berlin", "2026-03");
    expect(days).toHaveLength(31);
    expect(new Date(days[0]!.fromMs).toISOString()).toBe("2026-02-28T23:00:00.000Z");
    expect(new Date(days.at(-1)!.toMs).toISOString()).toBe("2026-03-31T22:00:00.000Z");
    for (const [index, { toMs }] of days.slice(0, -1).entries()) {
      expect(days[index + 1]!.fromMs).toBe(toMs);
    }
  });
});
