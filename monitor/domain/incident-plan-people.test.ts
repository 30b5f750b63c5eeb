import { describe, expect, test } from "vitest";
import {
  components,
  incident,
  minuteMs,
  noonMs,
  announcedAt,
} from "../../test/support/monitor/incident-cases.ts";
import { canGoOn, planIncidents } from "./incident-plan.ts";

describe("automation beside people", () => {
  test("leaves an incident alone that a person has taken over", () => {
    const taken = incident({ automatic: false });
    expect(planIncidents(components({}), [taken], noonMs + 60 * minuteMs)).toEqual([]);
    const now = components({ "stt-file": "partial_outage" });
    expect(planIncidents(now, [taken], noonMs + 60 * minuteMs)).toEqual([]);
  });

  test("goes on with an incident that was given back, and writes nothing again that a person said", () => {
    const openedMs = noonMs + 2 * minuteMs;
    const saidMs = openedMs + 10_000;
    const fallen = components({ "stt-file": "major_outage", tts: "major_outage" });
    const back = incident({ latest: announcedAt(saidMs, []), givenBackAtMs: saidMs });
    expect(planIncidents(fallen, [back], openedMs + 45_000)).toMatchObject([
      { kind: "update", amendsLatest: false, incidentId: "incident" },
    ]);
    const announcedAgain = { ...back, latest: announcedAt(saidMs + 1, []) };
    expect(planIncidents(fallen, [announcedAgain], openedMs + 45_000)).toMatchObject([
      { kind: "open", amendsLatest: true },
    ]);
    const both = new Map([
      ["stt-file", "operational"],
      ["tts", "major_outage"],
    ] as const);
    const recovering = incident({
      components: both,
      latest: announcedAt(noonMs + 10 * minuteMs, [["stt-file", "major_outage", "operational"]]),
      givenBackAtMs: noonMs + 10 * minuteMs,
    });
    expect(
      planIncidents(components({}), [recovering], noonMs + 10 * minuteMs + 20_000),
    ).toMatchObject([{ amendsLatest: false }]);
  });

  test("can go on with what it opened, and with what a person opened while a check fails", () => {
    const well = components({});
    expect([canGoOn(false, well), canGoOn(true, well), canGoOn(true, [])]).toEqual([
      true,
      false,
      false,
    ]);
    expect(canGoOn(true, components({ tts: "degraded_performance" }))).toBe(true);
  });

  test("does not tell again at once what a person has just called over", () => {
    const settled = incident({
      automatic: false,
      status: "resolved",
      resolvedAtMs: noonMs + 20 * minuteMs,
    });
    const down = components({ "stt-file": "major_outage" });
    expect(planIncidents(down, [settled], noonMs + 29 * minuteMs)).toEqual([]);
    expect(planIncidents(down, [settled], noonMs + 30 * minuteMs)).toMatchObject([
      { kind: "open" },
    ]);
    const again = components({ "stt-file": "major_outage" }, noonMs + 21 * minuteMs);
    expect(planIncidents(again, [settled], noonMs + 23 * minuteMs)).toMatchObject([
      { kind: "open" },
    ]);
  });

  test("tells of another component while a person has an incident, and not of the same", () => {
    const taken = incident({ automatic: false });
    const now = components({ "stt-file": "major_outage", tts: "major_outage" });
    const [action, ...others] = planIncidents(now, [taken], noonMs + 5 * minuteMs);
    expect(others).toEqual([]);
    expect(action).toMatchObject({ kind: "open", incidentId: null });
    expect(action?.components.map(({ id }) => id)).toEqual(["tts"]);
  });
});
