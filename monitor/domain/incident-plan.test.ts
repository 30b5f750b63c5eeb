import { describe, expect, test } from "vitest";
import {
  components,
  incident,
  minuteMs,
  noonMs,
  announcedAt,
} from "../../test/support/monitor/incident-cases.ts";
import { planIncidents } from "./incident-plan.ts";
import { type IncidentNow } from "./incident-now.ts";

describe("automation", () => {
  test("says nothing while all is well", () => {
    expect(planIncidents(components({}), [], noonMs)).toEqual([]);
  });

  test("opens one incident for all that is down, dated to when it began", () => {
    const now = components({ "stt-file": "major_outage", web: "degraded_performance" });
    const [action, ...others] = planIncidents(now, [], noonMs + 2 * minuteMs);
    expect(others).toEqual([]);
    expect(action).toMatchObject({
      kind: "open",
      status: "investigating",
      impact: "major",
      groupId: null,
      startedAtMs: noonMs,
    });
    expect(action?.components.map(({ id }) => id)).toEqual(["stt-file", "web"]);
  });

  test("does not repeat what it has told", () => {
    const now = components({ "stt-file": "major_outage" });
    expect(planIncidents(now, [incident({})], noonMs + 5 * minuteMs)).toEqual([]);
  });

  test("joins a component of the same group within ten minutes, not later", () => {
    const fallen = (atMs: number) => [
      ...components({ "stt-file": "major_outage" }).slice(0, 1),
      ...components({ tts: "partial_outage" }, atMs).slice(1, 2),
    ];
    const soonMs = noonMs + 11 * minuteMs;
    expect(planIncidents(fallen(soonMs), [incident({})], soonMs)).toMatchObject([
      { kind: "update", incidentId: "incident", groupId: "group-api" },
    ]);
    const lateMs = noonMs + 13 * minuteMs;
    expect(planIncidents(fallen(lateMs), [incident({})], lateMs)).toMatchObject([
      { kind: "open", incidentId: null },
    ]);
  });

  test("joins a component of another group when both began within three minutes", () => {
    const fallen = (atMs: number) => [
      ...components({ "stt-file": "major_outage" }).slice(0, 1),
      ...components({ web: "major_outage" }, atMs).slice(2),
    ];
    const nowMs = noonMs + 6 * minuteMs;
    expect(planIncidents(fallen(noonMs + minuteMs), [incident({})], nowMs)).toMatchObject([
      { kind: "update", incidentId: "incident", groupId: null },
    ]);
    expect(planIncidents(fallen(noonMs + 4 * minuteMs), [incident({})], nowMs)).toMatchObject([
      { kind: "open", groupId: "group-web" },
    ]);
  });

  test("joins what stands on something that is down, however late, and what others stand on", () => {
    const chain = (statuses: Parameters<typeof components>[0], atMs: number) =>
      components(statuses, atMs).map((one) => ({
        ...one,
        dependsOn: one.id === "web" ? ["stt-file"] : [],
      }));
    const hourMs = 60 * minuteMs;
    const down = (id: string) =>
      [...chain({ "stt-file": "major_outage" }, noonMs)].find((one) => one.id === id)!;
    const web = chain({ web: "degraded_performance" }, noonMs + hourMs)[2]!;
    const root = incident({});
    expect(planIncidents([down("stt-file"), web], [root], noonMs + hourMs)).toMatchObject([
      { kind: "update", incidentId: "incident" },
    ]);
    const ofWeb = incident({ components: new Map([["web", "degraded_performance"]]) });
    const early = { ...web, sinceMs: noonMs };
    const late = { ...down("stt-file"), sinceMs: noonMs + hourMs, failedSlotMs: noonMs + hourMs };
    expect(planIncidents([late, early], [ofWeb], noonMs + hourMs)).toMatchObject([
      { kind: "update", incidentId: "incident" },
    ]);
    // What is only slow explains nothing.
    const slow = { ...down("stt-file"), status: "degraded_performance" } as const;
    expect(planIncidents([slow, web], [root], noonMs + hourMs)).toContainEqual(
      expect.objectContaining({ kind: "open", groupId: "group-web" }),
    );
  });

  test("calls an outage of everything critical", () => {
    const all = { "stt-file": "major_outage", tts: "major_outage", web: "major_outage" } as const;
    expect(planIncidents(components(all), [], noonMs)[0]?.impact).toBe("critical");
  });

  test("says the opening again, of all that fails within a minute", () => {
    const openedMs = noonMs + 2 * minuteMs;
    const three = components(
      { "stt-file": "major_outage", tts: "degraded_performance", web: "major_outage" },
      noonMs,
    );
    const [amended, ...more] = planIncidents(three, [incident({})], openedMs + 59_000);
    expect(more).toEqual([]);
    expect(amended).toMatchObject({
      kind: "open",
      amendsLatest: true,
      incidentId: "incident",
      status: "investigating",
      impact: "major",
      groupId: null,
      startedAtMs: noonMs,
    });
    const changes = amended?.changes.map(({ component, from }) => `${component.id} from ${from}`);
    expect(changes).toEqual([
      "stt-file from operational",
      "tts from operational",
      "web from operational",
    ]);
    expect(planIncidents(three, [incident({})], openedMs + minuteMs)[0]?.kind).toBe("update");
  });

  test("tells of what recovers within that minute after it", () => {
    const openedMs = noonMs + 2 * minuteMs;
    const published = new Map([
      ["stt-file", "major_outage"],
      ["tts", "major_outage"],
    ] as const);
    const opening = incident({ components: published });
    const better = components({ "stt-file": "major_outage" }, noonMs);
    expect(planIncidents(better, [opening], openedMs + 30_000)).toEqual([]);
    expect(planIncidents(better, [opening], openedMs + minuteMs)).toMatchObject([
      { kind: "update", changes: [{ component: { id: "tts" }, from: "major_outage" }] },
    ]);
    const moved = components({ "stt-file": "major_outage", web: "major_outage" }, noonMs);
    const [amended] = planIncidents(moved, [opening], openedMs + 30_000);
    expect(amended).toMatchObject({ kind: "open", amendsLatest: true });
    expect(amended?.components.map(({ id }) => id)).toEqual(["stt-file", "web"]);
  });

  describe("when components recover one after the other", () => {
    const announcedAtMs = noonMs + 10 * minuteMs;
    const recovering = incident({
      updatedAtMs: announcedAtMs,
      components: new Map([
        ["stt-file", "operational"],
        ["tts", "major_outage"],
        ["web", "major_outage"],
      ]),
      latest: announcedAt(announcedAtMs, [["stt-file", "major_outage", "operational"]]),
    });
    const oneLeft = components({ web: "major_outage" }, noonMs);
    const changesOf = (actions: ReturnType<typeof planIncidents>) =>
      actions[0]?.changes.map(({ component, from }) => `${component.id} from ${from}`);

    test("says the recovery again, of all that recovers within a minute", () => {
      const actions = planIncidents(oneLeft, [recovering], announcedAtMs + 20_000);
      expect(actions).toMatchObject([
        { kind: "update", amendsLatest: true, status: "investigating", incidentId: "incident" },
      ]);
      expect(changesOf(actions)).toEqual(["stt-file from major_outage", "tts from major_outage"]);
      const later = planIncidents(oneLeft, [recovering], announcedAtMs + minuteMs);
      expect(later).toMatchObject([{ kind: "update", amendsLatest: false }]);
      expect(changesOf(later)).toEqual(["tts from major_outage"]);
    });

    test("puts the recovery of all in the place of that of some", () => {
      const all = components({}, noonMs + 9 * minuteMs);
      const actions = planIncidents(all, [recovering], announcedAtMs + 20_000);
      expect(actions).toMatchObject([
        {
          kind: "monitor",
          amendsLatest: true,
          status: "monitoring",
          recoveredAtMs: noonMs + 9 * minuteMs,
        },
      ]);
      expect(changesOf(actions)).toHaveLength(3);
      expect(planIncidents(all, [recovering], announcedAtMs + minuteMs)).toMatchObject([
        { kind: "monitor", amendsLatest: false },
      ]);
    });

    test("does not amend a recovery by what falls, nor what fell by a recovery", () => {
      const mixed = components({ "stt-file": "major_outage", web: "major_outage" }, noonMs);
      expect(planIncidents(mixed, [recovering], announcedAtMs + 20_000)).toEqual([]);
      expect(planIncidents(mixed, [recovering], announcedAtMs + 40_000)).toMatchObject([
        { kind: "update", amendsLatest: false },
      ]);
      const fallen = incident({
        ...recovering,
        latest: announcedAt(announcedAtMs, [["web", "operational", "major_outage"]]),
      });
      expect(planIncidents(oneLeft, [fallen], announcedAtMs + 20_000)).toEqual([]);
      expect(planIncidents(oneLeft, [fallen], announcedAtMs + 40_000)).toMatchObject([
        { kind: "update", amendsLatest: false },
      ]);
    });
  });

  test("does not amend what was watched already", () => {
    const watched = incident({
      status: "monitoring",
      components: new Map([["stt-file", "operational"]]),
    });
    const now = components({ "stt-file": "major_outage" });
    const soonMs = noonMs + 2 * minuteMs + 40_000;
    expect(planIncidents(now, [watched], soonMs)[0]?.kind).toBe("update");
  });

  test("gathers for half a minute what falls together later, and tells of it once", () => {
    const updatedAtMs = noonMs + 5 * minuteMs;
    const updated = incident({ updatedAtMs });
    const two = components({ "stt-file": "major_outage", tts: "major_outage" }, noonMs);
    const three = components(
      { "stt-file": "major_outage", tts: "major_outage", web: "major_outage" },
      noonMs,
    );
    expect(planIncidents(two, [updated], updatedAtMs + 10_000)).toEqual([]);
    expect(planIncidents(three, [updated], updatedAtMs + 29_000)).toEqual([]);
    const [update, ...more] = planIncidents(three, [updated], updatedAtMs + 30_000);
    expect(more).toEqual([]);
    expect(update?.changes.map(({ component }) => component.id)).toEqual(["tts", "web"]);
  });

  test("watches for three minutes after all is well, then resolves", () => {
    const well = components({}, noonMs + 8 * minuteMs);
    const open = incident({});
    expect(planIncidents(well, [open], noonMs + 9 * minuteMs)).toMatchObject([
      { kind: "monitor", status: "monitoring" },
    ]);
    const watched = incident({
      status: "monitoring",
      components: new Map([["stt-file", "operational"]]),
    });
    expect(planIncidents(well, [watched], noonMs + 10 * minuteMs)).toEqual([]);
    expect(planIncidents(well, [watched], noonMs + 11 * minuteMs)).toMatchObject([
      { kind: "resolve", status: "resolved" },
    ]);
  });

  test("goes back to investigating when it fails while watched", () => {
    const watched = incident({
      status: "monitoring",
      components: new Map([["stt-file", "operational"]]),
    });
    const now = components({ "stt-file": "major_outage" }, noonMs + 9 * minuteMs);
    expect(planIncidents(now, [watched], noonMs + 10 * minuteMs)).toMatchObject([
      { kind: "update", status: "investigating" },
    ]);
  });

  test("reopens the incident of a component that fails again within thirty minutes", () => {
    const resolved = incident({
      status: "resolved",
      resolvedAtMs: noonMs + 10 * minuteMs,
      components: new Map([["stt-file", "operational"]]),
      reasons: new Map([["stt-file", ["timeout"]]]),
    });
    const now = components({ "stt-file": "major_outage" }, noonMs + 35 * minuteMs);
    expect(planIncidents(now, [resolved], noonMs + 39 * minuteMs)).toMatchObject([
      { kind: "reopen", incidentId: "incident", status: "investigating", startedAtMs: noonMs },
    ]);
    expect(planIncidents(now, [resolved], noonMs + 41 * minuteMs)).toMatchObject([
      { kind: "open" },
    ]);
  });

  describe("when one incident is just resolved", () => {
    const resolved = (id: string, component: string, minute: number): IncidentNow =>
      incident({
        id,
        status: "resolved",
        startedAtMs: noonMs + minute * minuteMs,
        createdAtMs: noonMs + minute * minuteMs,
        resolvedAtMs: noonMs + (minute + 5) * minuteMs,
        components: new Map([[component, "operational"]]),
        reasons: new Map([[component, ["timeout"]]]),
      });
    const atMs = noonMs + 25 * minuteMs;

    test("opens another for a fault of another kind", () => {
      const refused = components({ "stt-file": "major_outage" }, atMs).map((component) => ({
        ...component,
        reason: component.reason === null ? null : "connect_refused",
      }));
      expect(planIncidents(refused, [resolved("old", "stt-file", 0)], atMs)).toMatchObject([
        { kind: "open", incidentId: null, startedAtMs: atMs },
      ]);
    });

    test("opens one for all that fails together, some of it again", () => {
      const all = { "stt-file": "major_outage", tts: "major_outage", web: "major_outage" } as const;
      const before = [resolved("web's", "web", 10), resolved("file's", "stt-file", 0)];
      const actions = planIncidents(components(all, atMs), before, atMs);
      expect(actions).toMatchObject([{ kind: "open", incidentId: null }]);
      expect(actions[0]?.components.map(({ id }) => id)).toEqual(["stt-file", "tts", "web"]);
    });

    test("joins what fails with the component that came back to it, also where that failed before", () => {
      const again = incident({
        ...resolved("file's", "stt-file", 0),
        status: "investigating",
        resolvedAtMs: null,
        updatedAtMs: atMs,
        components: new Map([["stt-file", "major_outage"]]),
      });
      const both = components({ "stt-file": "major_outage", web: "major_outage" }, atMs);
      const laterMs = atMs + minuteMs;
      expect(planIncidents(both, [resolved("web's", "web", 10), again], laterMs)).toMatchObject([
        { kind: "update", incidentId: "file's", changes: [{ component: { id: "web" } }] },
      ]);
    });
  });

  test("opens nothing for a component under maintenance", () => {
    expect(planIncidents(components({ tts: "under_maintenance" }), [], noonMs)).toEqual([]);
  });

  test("tells of what failed inside a maintenance once it fails after its end", () => {
    const [down] = components({ "stt-file": "major_outage" }, noonMs);
    const seenToFailAt = (failedSlotMs: number | null) => [{ ...down!, failedSlotMs }];
    const before = seenToFailAt(noonMs - minuteMs);
    expect(planIncidents(before, [], noonMs + 1)).toEqual([]);
    expect(planIncidents(seenToFailAt(null), [], noonMs + minuteMs)).toEqual([]);
    expect(planIncidents(seenToFailAt(noonMs), [], noonMs + minuteMs)).toMatchObject([
      { kind: "open", startedAtMs: noonMs },
    ]);
  });

  test("keeps an incident open through a maintenance of its component", () => {
    const hidden = components({ "stt-file": "under_maintenance" });
    expect(planIncidents(hidden, [incident({})], noonMs + 60 * minuteMs)).toMatchObject([
      { kind: "update", status: "monitoring", changes: [{ component: { id: "stt-file" } }] },
    ]);
    const monitoring = incident({
      status: "monitoring",
      components: new Map([["stt-file", "under_maintenance"]]),
    });
    expect(planIncidents(hidden, [monitoring], noonMs + 120 * minuteMs)).toEqual([]);
    const after = components({}, noonMs + 120 * minuteMs);
    expect(planIncidents(after, [monitoring], noonMs + 121 * minuteMs)).toMatchObject([
      { kind: "monitor" },
    ]);
    const still = components({ "stt-file": "major_outage" }, noonMs + 60 * minuteMs);
    expect(planIncidents(still, [incident({})], noonMs + 61 * minuteMs)).toEqual([]);
    const well = components({}, noonMs + 60 * minuteMs);
    expect(planIncidents(well, [incident({})], noonMs + 61 * minuteMs)).toMatchObject([
      { kind: "monitor" },
    ]);
  });

  test("resolves an incident whose components are no longer monitored", () => {
    expect(planIncidents(components({}).slice(1), [incident({})], noonMs)).toMatchObject([
      { kind: "resolve", components: [] },
    ]);
  });

  test("does not take unknown for well", () => {
    const now = components({ "stt-file": "unknown" });
    expect(planIncidents(now, [incident({})], noonMs + 60 * minuteMs)).toMatchObject([
      { kind: "update", status: "monitoring" },
    ]);
  });
});
