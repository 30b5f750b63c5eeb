import { noIdentity } from "#monitor/domain/page-identity.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { describe, expect, test } from "vitest";
import type { HistoryRows } from "#monitor/store/history.ts";
import type { ComponentRow } from "#monitor/store/components.ts";
import { buildSnapshot } from "./snapshot.ts";
import type { RecordedInterval } from "#monitor/domain/intervals.ts";
import type { Maintenance } from "#monitor/domain/status-event.ts";

const now = Date.parse("2026-11-21T06:00:00Z");
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function component(id: string, changes: Partial<ComponentRow> = {}): ComponentRow {
  return {
    id,
    name: localizedText({ en: id, tr: id }),
    description: localizedText({ en: "", tr: "" }),
    groupId: null,
    position: 1,
    showcase: true,
    onlyShowIfDegraded: false,
    objective: null,
    isReportPublic: false,
    override: null,
    createdAtMs: now - 100 * hourMs,
    knownUntilMs: now + 3 * minuteMs,
    ...changes,
  };
}

function maintenance(changes: Partial<Maintenance>): Maintenance {
  return {
    id: "disks",
    name: localizedText({ en: "Disks", tr: "Diskler" }),
    status: "scheduled",
    impact: "maintenance",
    startedAtMs: now,
    createdAtMs: now - hourMs,
    updatedAtMs: now - hourMs,
    monitoringAtMs: null,
    resolvedAtMs: null,
    componentIds: ["stt-file"],
    updates: [],
    scheduledForMs: now,
    scheduledUntilMs: now,
    ...changes,
  };
}

function snapshotOf(changes: Partial<HistoryRows>) {
  return buildSnapshot(
    {
      revision: 7,
      changedAtMs: now - 20_000,
      page: {
        id: "p",
        name: localizedText({ en: "P", tr: "P" }),
        url: "https://s.example",
        timeZone: "UTC",
        identity: noIdentity,
        pictures: [],
        weights: { partial_outage: 0.3, major_outage: 1 },
      },
      groups: [],
      components: [],
      intervals: new Map(),
      intervalMarks: new Map(),
      incidents: [],
      maintenances: [],
      incidentMark: "",
      ...changes,
    },
    now,
  );
}

function oneComponent(recorded: RecordedInterval[], changes: Partial<ComponentRow> = {}) {
  return snapshotOf({
    components: [component("stt-file", changes)],
    intervals: new Map([["stt-file", recorded]]),
  })?.components[0];
}

test("there is no snapshot before a prober has set the page up", () => {
  expect(snapshotOf({ page: undefined })).toBeUndefined();
});

describe("a component", () => {
  test("is unknown since it was set up when nothing was ever observed", () => {
    expect(oneComponent([], { knownUntilMs: null })).toMatchObject({
      status: "unknown",
      sinceMs: now - 100 * hourMs,
      uptimePercent: 100,
      coveragePercent: 0,
      observedMs: 0,
    });
  });

  test("is what its open interval says, up to now", () => {
    const fromMs = now - hourMs;
    expect(oneComponent([{ status: "major_outage", fromMs, toMs: null }])).toMatchObject({
      status: "major_outage",
      sinceMs: fromMs,
      intervals: [{ status: "major_outage", fromMs, toMs: now }],
      uptimePercent: 0,
      observedMs: hourMs,
    });
  });

  test("turns unknown where its observations end, though nobody wrote so", () => {
    const fromMs = now - hourMs;
    const knownUntilMs = now - 10 * minuteMs;
    expect(
      oneComponent([{ status: "operational", fromMs, toMs: null }], { knownUntilMs }),
    ).toMatchObject({
      status: "unknown",
      sinceMs: knownUntilMs,
      intervals: [
        { status: "operational", fromMs, toMs: knownUntilMs },
        { status: "unknown", fromMs: knownUntilMs, toMs: now },
      ],
      observedMs: 50 * minuteMs,
    });
  });

  test("weighs its outages as the page is configured to", () => {
    const page = {
      id: "p",
      name: localizedText({ en: "P", tr: "P" }),
      url: "https://s.example",
      timeZone: "UTC",
      identity: noIdentity,
      pictures: [],
      weights: { partial_outage: 0.125, major_outage: 0.5 },
    };
    const uptimeOf = (status: RecordedInterval["status"]) =>
      snapshotOf({
        page,
        components: [component("stt-file")],
        intervals: new Map([["stt-file", [{ status, fromMs: now - hourMs, toMs: null }]]]),
      })?.components[0]?.uptimePercent;
    expect(uptimeOf("partial_outage")).toBe(87.5);
    expect(uptimeOf("major_outage")).toBe(50);
  });

  test("is known until now while observations reach beyond it", () => {
    const fromMs = now - hourMs;
    const { intervals } = oneComponent([{ status: "operational", fromMs, toMs: null }]) ?? {};
    expect(intervals).toEqual([{ status: "operational", fromMs, toMs: now }]);
  });

  test("has no known part when its open interval began after the last observation", () => {
    const fromMs = now - hourMs;
    expect(
      oneComponent([{ status: "operational", fromMs, toMs: null }], { knownUntilMs: null })
        ?.intervals,
    ).toEqual([{ status: "unknown", fromMs, toMs: now }]);
  });
});

describe("a component of a maintenance", () => {
  const at = (minutes: number) => now + minutes * minuteMs;
  const withMaintenance = (
    recorded: RecordedInterval[],
    times: Partial<Maintenance>,
    knownUntilMs: number | null = at(3),
  ) =>
    snapshotOf({
      components: [component("stt-file", { knownUntilMs })],
      intervals: new Map([["stt-file", recorded]]),
      maintenances: [maintenance(times)],
    });

  test("is under maintenance from the announced begin on, outages of that time do not count", () => {
    const snapshot = withMaintenance([{ status: "major_outage", fromMs: at(-60), toMs: null }], {
      startedAtMs: at(-60),
      scheduledUntilMs: at(10),
    });
    expect(snapshot?.maintenances[0]).toMatchObject({ status: "in_progress", resolvedAtMs: null });
    expect(snapshot?.components[0]).toMatchObject({
      status: "under_maintenance",
      intervals: [{ status: "under_maintenance", fromMs: at(-60), toMs: now }],
      uptimePercent: 100,
    });
  });

  test("has each moment once when its last observation and two maintenances overlap", () => {
    const snapshot = snapshotOf({
      components: [component("stt-file", { knownUntilMs: at(-25) })],
      intervals: new Map([["stt-file", [{ status: "operational", fromMs: at(-60), toMs: null }]]]),
      maintenances: [
        maintenance({ startedAtMs: at(-30), scheduledUntilMs: at(-15) }),
        maintenance({ startedAtMs: at(-20), scheduledUntilMs: at(-10) }),
      ],
    });
    expect(snapshot?.components[0]?.intervals).toEqual([
      { status: "operational", fromMs: at(-60), toMs: at(-30) },
      { status: "under_maintenance", fromMs: at(-30), toMs: at(-10) },
      { status: "unknown", fromMs: at(-10), toMs: now },
    ]);
  });

  test("keeps what a prober has written of it", () => {
    const recorded: RecordedInterval[] = [
      { status: "operational", fromMs: at(-60), toMs: at(-30) },
      { status: "under_maintenance", fromMs: at(-30), toMs: at(-20) },
      { status: "operational", fromMs: at(-20), toMs: null },
    ];
    const times = { startedAtMs: at(-40), scheduledUntilMs: at(-20), resolvedAtMs: at(-20) };
    expect(
      withMaintenance(recorded, { ...times, status: "completed" })?.components[0],
    ).toMatchObject({ intervals: [recorded[0], recorded[1], { ...recorded[2], toMs: now }] });
  });

  test("is unknown after an end that came earlier than announced", () => {
    const snapshot = withMaintenance(
      [{ status: "under_maintenance", fromMs: at(-30), toMs: null }],
      {
        status: "completed",
        startedAtMs: at(-30),
        scheduledUntilMs: at(30),
        resolvedAtMs: at(-10),
      },
      at(30),
    );
    expect(snapshot?.components[0]?.intervals).toEqual([
      { status: "under_maintenance", fromMs: at(-30), toMs: at(-10) },
      { status: "unknown", fromMs: at(-10), toMs: now },
    ]);
  });

  test("that was never observed shows it while it lasts", () => {
    const times = { startedAtMs: at(-10), scheduledUntilMs: at(10) };
    expect(withMaintenance([], times, null)?.components[0]?.status).toBe("under_maintenance");
    const over = { ...times, scheduledUntilMs: at(-5) };
    expect(withMaintenance([], over, null)?.components[0]?.intervals).toEqual([]);
  });
});

test("components stand in the order of their groups and positions, those without a group last", () => {
  const snapshot = snapshotOf({
    groups: [
      { id: "b", name: localizedText({ en: "B", tr: "B" }), position: 2 },
      { id: "a", name: localizedText({ en: "A", tr: "A" }), position: 1 },
    ],
    components: [
      component("alone"),
      component("b1", { groupId: "b", position: 1 }),
      component("a2", { groupId: "a", position: 2 }),
      component("a1", { groupId: "a", position: 1 }),
    ],
  });
  expect(snapshot?.components.map(({ id }) => id)).toEqual(["a1", "a2", "b1", "alone"]);
  expect(snapshot?.groups.map(({ id, componentIds }) => [id, componentIds])).toEqual([
    ["a", ["a1", "a2"]],
    ["b", ["b1"]],
  ]);
});
