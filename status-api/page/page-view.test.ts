import { noIdentity } from "#monitor/domain/page-identity.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { describe, expect, test } from "vitest";
import type { Component, Snapshot } from "../snapshot/snapshot.ts";
import { uptimeWindow } from "#monitor/domain/uptime.ts";
import { pageView } from "./page-view.ts";

const now = Date.parse("2026-11-21T06:00:00Z");
const hourMs = 3_600_000;

const history: Component = {
  id: "tts",
  name: localizedText({ en: "Speech synthesis", tr: "Seslendirme" }),
  description: localizedText({ en: "", tr: "" }),
  groupId: null,
  position: 1,
  showcase: true,
  onlyShowIfDegraded: false,
  objective: null,
  isReportPublic: false,
  override: null,
  createdAtMs: now - 2 * hourMs,
  status: "operational",
  sinceMs: now - hourMs,
  intervals: [
    { status: "major_outage", fromMs: now - 2 * hourMs, toMs: now - hourMs },
    { status: "operational", fromMs: now - hourMs, toMs: now },
  ],
  uptimePercent: 50,
  coveragePercent: 0.1,
  observedMs: 2 * hourMs,
};

const snapshot: Snapshot = {
  page: {
    id: "p",
    name: localizedText({ en: "P", tr: "P" }),
    url: "https://s.example",
    timeZone: "UTC",
    identity: noIdentity,
    pictures: [],
    weights: { partial_outage: 0.3, major_outage: 1 },
  },
  revision: 1,
  dataAtMs: now,
  window: uptimeWindow(now),
  groups: [],
  components: [history],
  incidents: [],
  maintenances: [],
};

const viewOf = (changes: Partial<Snapshot>) =>
  pageView({ ...snapshot, ...changes }, { databaseAway: false });

describe("a day of the page", () => {
  const days = viewOf({}).groups[0]?.components[0]?.days;

  test("is as bad as the worst that was seen, and lists what there was", () => {
    expect(days?.at(-1)).toEqual({
      date: "2026-11-21",
      status: "major_outage",
      durationsMs: { operational: hourMs, major_outage: hourMs, unknown: 4 * hourMs },
    });
  });

  test("is unknown only when nothing was seen", () => {
    expect(days?.at(-2)).toMatchObject({ date: "2026-11-20", status: "unknown" });
  });
});

test("components without a group stand in a nameless one; without any there is none", () => {
  expect(viewOf({}).groups).toMatchObject([{ id: null, name: null, status: "operational" }]);
  expect(viewOf({ components: [] }).groups).toEqual([]);
});

test("a component that shows only when degraded stays away while it is well", () => {
  const shy = { ...history, onlyShowIfDegraded: true };
  expect(viewOf({ components: [shy] }).groups[0]?.components).toEqual([]);
  const ill = { ...shy, status: "partial_outage" as const };
  expect(viewOf({ components: [ill] }).groups[0]?.components).toHaveLength(1);
});

test("a component that flaps shows its newest intervals", () => {
  const intervals = Array.from({ length: 1000 }, (_, index) => ({
    status: "operational" as const,
    fromMs: index,
    toMs: index + 1,
  }));
  const shown = viewOf({ components: [{ ...history, intervals }] }).groups[0]?.components[0]
    ?.intervals;
  expect(shown).toHaveLength(400);
  expect(shown?.at(-1)?.fromMs).toBe(999);
});

test("an incident tells its story for 15 days after it was resolved", () => {
  const incident = {
    id: "i",
    name: localizedText({ en: "I", tr: "I" }),
    status: "resolved" as const,
    impact: "major" as const,
    startedAtMs: 0,
    createdAtMs: 0,
    updatedAtMs: 0,
    monitoringAtMs: null,
    componentIds: [],
    updates: [
      {
        id: "u",
        status: "resolved" as const,
        body: localizedText({ en: "Over.", tr: "Bitti." }),
        createdAtMs: 0,
        updatedAtMs: 0,
        displayAtMs: 0,
        affected: [],
        isAutomatic: false,
      },
    ],
  };
  const updatesOf = (resolvedAtMs: number) =>
    viewOf({ incidents: [{ ...incident, resolvedAtMs }] }).incidents[0]?.updates.length;
  expect(updatesOf(now - 14 * 24 * hourMs)).toBe(1);
  expect(updatesOf(now - 16 * 24 * hourMs)).toBe(0);
});
