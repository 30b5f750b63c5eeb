import { describe, expect, test } from "vitest";
import {
  components,
  incident,
  minuteMs,
  noonMs,
} from "../../test/support/monitor/incident-cases.ts";
import { COMPONENT_STATUSES, type ComponentStatus } from "./component-status.ts";
import { planIncidents } from "./incident-plan.ts";

interface Members {
  readonly tts: ComponentStatus;
  readonly web: ComponentStatus;
}

const pairs: readonly Members[] = COMPONENT_STATUSES.flatMap((tts) =>
  COMPONENT_STATUSES.map((web) => ({ tts, web })),
);

describe.each(["investigating", "monitoring"] as const)("an incident that is %s", (status) => {
  test.each(pairs)("tells every change to tts: $tts, web: $web", (now) => {
    const laterMs = noonMs + 60 * minuteMs;
    const updates = pairs.map((before) => {
      const open = incident({ status, components: new Map(Object.entries(before)) });
      const actions = planIncidents(components(now, laterMs), [open], laterMs + 1);
      const changed = actions
        .filter(({ incidentId }) => incidentId === open.id)
        .flatMap(({ changes }) => changes.map(({ component }) => component.id));
      return { before, changed };
    });
    expect(updates).toEqual(
      pairs.map((before) => ({
        before,
        changed: (["tts", "web"] as const).filter((id) => before[id] !== now[id]),
      })),
    );
  });
});

describe("a component that fails for another reason than was told", () => {
  const atMs = noonMs + 7 * minuteMs;
  const recovered = (others: Readonly<Record<string, ComponentStatus>>) =>
    incident({
      updatedAtMs: noonMs + 5 * minuteMs,
      components: new Map(Object.entries({ tts: "operational", ...others })),
      reasons: new Map([
        ["tts", ["timeout"]],
        ["web", ["timeout"]],
      ]),
    });
  const failing = (reason: string, statuses: Parameters<typeof components>[0] = {}) =>
    components({ ...statuses, tts: "major_outage" }, atMs).map((component) =>
      component.id === "tts" ? { ...component, reason } : component,
    );

  test("has an incident of its own once most have recovered", () => {
    const open = recovered({ "stt-file": "operational", web: "major_outage" });
    const now = failing("silence", { web: "major_outage" });
    expect(planIncidents(now, [open], atMs + minuteMs)).toMatchObject([
      { kind: "open", incidentId: null, components: [{ id: "tts" }] },
    ]);
  });

  test("stays in that incident alone", () => {
    const open = recovered({ "stt-file": "operational" });
    const own = incident({
      id: "own",
      createdAtMs: atMs,
      updatedAtMs: atMs,
      components: new Map([["tts", "major_outage"]]),
    });
    const now = failing("silence").map((component) =>
      component.id === "tts" ? component : { ...component, sinceMs: noonMs },
    );
    expect(planIncidents(now, [own, open], atMs + 30 * minuteMs)).toMatchObject([
      { kind: "resolve", incidentId: "incident" },
    ]);
  });

  test("leaves the incident to end as what recovered, also where it was alone in it", () => {
    const announcedAtMs = noonMs + 5 * minuteMs;
    const alone = incident({
      status: "monitoring",
      updatedAtMs: announcedAtMs,
      components: new Map([["tts", "operational"]]),
      reasons: new Map([["tts", ["timeout"]]]),
    });
    expect(planIncidents(failing("silence"), [alone], announcedAtMs + 2 * minuteMs)).toMatchObject([
      { kind: "open", incidentId: null },
    ]);
    const actions = planIncidents(failing("silence"), [alone], announcedAtMs + 3 * minuteMs);
    expect(actions.find(({ incidentId }) => incidentId === alone.id)).toMatchObject({
      kind: "resolve",
      recoveredAtMs: announcedAtMs,
      changes: [],
      components: [{ id: "tts", status: "operational" }],
    });
  });

  test("comes back to the incident while most still fail, or for a reason that was told", () => {
    const both = recovered({ "stt-file": "major_outage", web: "major_outage" });
    const now = failing("silence", { "stt-file": "major_outage", web: "major_outage" });
    expect(planIncidents(now, [both], atMs + minuteMs)).toMatchObject([
      { kind: "update", incidentId: "incident" },
    ]);
    const max = recovered({ "stt-file": "operational", web: "major_outage" });
    const again = failing("timeout", { web: "major_outage" });
    expect(planIncidents(again, [max], atMs + minuteMs)).toMatchObject([
      { kind: "update", incidentId: "incident" },
    ]);
  });
});
