import { describe, expect, test } from "vitest";
import {
  components,
  incident,
  minuteMs,
  noonMs,
} from "../../test/support/monitor/incident-cases.ts";
import type { ComponentNow } from "./incident-now.ts";
import { planIncidents } from "./incident-plan.ts";

type Ids = "stt-file" | "tts" | "web";

/** Components that fail for reasons of their own; the others work. */
function failing(
  reasons: Partial<Record<Ids, string>>,
  sinceMs: number,
  dependsOn: Partial<Record<Ids, readonly string[]>> = {},
): ComponentNow[] {
  const statuses = Object.fromEntries(Object.keys(reasons).map((id) => [id, "major_outage"]));
  return components(statuses, sinceMs).map((component) => ({
    ...component,
    reason: reasons[component.id as Ids] ?? null,
    dependsOn: dependsOn[component.id as Ids] ?? [],
  }));
}

const membersOf = (actions: ReturnType<typeof planIncidents>) =>
  actions.map(({ kind, incidentId, components: members }) => [
    kind,
    incidentId,
    members.map(({ id }) => id).join(" "),
  ]);

describe("two causes at once", () => {
  test("are two incidents, each of what fails for it", () => {
    const now = failing({ "stt-file": "transcript_mismatch", tts: "silent_audio" }, noonMs);
    expect(membersOf(planIncidents(now, [], noonMs + minuteMs))).toEqual([
      ["open", null, "stt-file"],
      ["open", null, "tts"],
    ]);
  });

  test("are one where the faults can be of one kind", () => {
    const now = failing(
      { "stt-file": "timeout", tts: "connect_refused", web: "bad_status" },
      noonMs,
    );
    expect(membersOf(planIncidents(now, [], noonMs + minuteMs))).toEqual([
      ["open", null, "stt-file tts web"],
    ]);
  });

  test("are two also where the second comes while the first lasts", () => {
    const atMs = noonMs + 4 * minuteMs;
    const open = incident({
      components: new Map([["stt-file", "major_outage"]]),
      reasons: new Map([["stt-file", ["timeout"]]]),
    });
    const first = failing({ "stt-file": "timeout" }, noonMs)[0]!;
    const second = (reason: string) => failing({ tts: reason }, atMs).slice(1);
    expect(membersOf(planIncidents([first, ...second("silent_audio")], [open], atMs))).toEqual([
      ["open", null, "tts"],
    ]);
    expect(membersOf(planIncidents([first, ...second("bad_status")], [open], atMs))).toEqual([
      ["update", "incident", "stt-file tts"],
    ]);
  });
});

describe("what depends on something that is down", () => {
  const dependsOn = { web: ["tts"] };

  test("is of its incident where the fault can come from there", () => {
    const now = failing({ tts: "timeout", web: "asset_missing" }, noonMs, dependsOn);
    expect(membersOf(planIncidents(now, [], noonMs + minuteMs))).toEqual([
      ["open", null, "tts web"],
    ]);
  });

  test("has an incident of its own where it cannot", () => {
    const now = failing({ tts: "silent_audio", web: "asset_missing" }, noonMs, dependsOn);
    expect(membersOf(planIncidents(now, [], noonMs + minuteMs))).toEqual([
      ["open", null, "tts"],
      ["open", null, "web"],
    ]);
    const open = incident({
      components: new Map([["tts", "major_outage"]]),
      reasons: new Map([["tts", ["silent_audio"]]]),
    });
    expect(membersOf(planIncidents(now, [open], noonMs + 2 * minuteMs))).toEqual([
      ["open", null, "web"],
    ]);
  });
});

describe("an incident's impact", () => {
  const all = { "stt-file": "major_outage", tts: "major_outage", web: "major_outage" } as const;
  const open = incident({
    impact: "critical",
    worstImpact: "critical",
    components: new Map(Object.entries(all)),
    worst: new Map(Object.entries(all)),
  });

  test("is the present one while it is open, and the worst once it is resolved", () => {
    const better = components({ "stt-file": "degraded_performance" }, noonMs);
    expect(planIncidents(better, [open], noonMs + 3 * minuteMs)).toMatchObject([
      { kind: "update", impact: "minor", worstImpact: "critical" },
    ]);
    const well = components({}, noonMs);
    expect(planIncidents(well, [open], noonMs + 10 * minuteMs)).toMatchObject([
      { kind: "resolve", impact: "critical" },
    ]);
  });

  test("of a critical outage is told again with the name of its worst moment", () => {
    const again = components({ tts: "degraded_performance" }, noonMs + 9 * minuteMs);
    const some = incident({
      ...open,
      components: new Map([
        ["tts", "operational"],
        ["stt-file", "operational"],
        ["web", "operational"],
      ]),
    });
    const [action] = planIncidents(again, [some], noonMs + 10 * minuteMs);
    expect(action).toMatchObject({ kind: "update", impact: "minor" });
    expect(action?.atWorst.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "stt-file major_outage",
      "tts major_outage",
      "web major_outage",
    ]);
  });
});

test("an incident that ends says of whom another one tells, and not that they recovered", () => {
  const announcedAtMs = noonMs + 5 * minuteMs;
  const ending = incident({
    status: "investigating",
    updatedAtMs: announcedAtMs,
    components: new Map([
      ["tts", "operational"],
      ["stt-file", "operational"],
    ]),
    reasons: new Map([["tts", ["timeout"]]]),
  });
  const now = failing({ tts: "silent_audio" }, noonMs + 7 * minuteMs);
  const actions = planIncidents(now, [ending], announcedAtMs + 2 * minuteMs);
  expect(membersOf(actions)).toContainEqual(["open", null, "tts"]);
  const [ended] = actions.filter(({ incidentId }) => incidentId === "incident");
  expect(ended).toMatchObject({ kind: "monitor" });
  expect([...(ended?.movedIds ?? [])]).toEqual(["tts"]);
});

describe("a component that fails for an unrelated reason without having recovered", () => {
  const open = incident({
    components: new Map([
      ["stt-file", "major_outage"],
      ["tts", "major_outage"],
    ]),
    reasons: new Map([
      ["stt-file", ["timeout"]],
      ["tts", ["timeout"]],
    ]),
  });
  const atMs = noonMs + 10 * minuteMs;
  const postedBy = (actions: ReturnType<typeof planIncidents>) =>
    actions.map(({ incidentId, kind, changes, movedIds }) => [
      incidentId,
      kind,
      changes.map(({ component }) => component.id).join(" "),
      [...movedIds].join(" "),
    ]);

  test("leaves its incident for one of its own, and the other members stay", () => {
    const now = failing({ "stt-file": "timeout", tts: "silent_audio" }, atMs);
    expect(postedBy(planIncidents(now, [open], atMs + minuteMs))).toEqual([
      ["incident", "update", "tts", "tts"],
      [null, "open", "tts", ""],
    ]);
  });

  test("leaves it also where all of its members do so at once, and where a gap lies between", () => {
    const now = failing({ "stt-file": "certificate_expired", tts: "certificate_expired" }, atMs);
    const left = [
      ["incident", "monitor", "stt-file tts", "stt-file tts"],
      [null, "open", "stt-file tts", ""],
    ];
    expect(postedBy(planIncidents(now, [open], atMs + minuteMs))).toEqual(left);
    const unseen = incident({
      ...open,
      components: new Map([
        ["stt-file", "unknown"],
        ["tts", "under_maintenance"],
      ]),
    });
    expect(postedBy(planIncidents(now, [unseen], atMs + minuteMs))).toEqual(left);
  });

  test("stays where the reason is related, of unknown nature or explained by what it stands on", () => {
    for (const reason of ["bad_status", "tls_error", "of a later version"]) {
      const now = failing({ "stt-file": "timeout", tts: reason }, noonMs);
      expect(planIncidents(now, [open], atMs + minuteMs)).toEqual([]);
    }
    const explained = failing({ "stt-file": "timeout", tts: "silent_audio" }, noonMs, {
      tts: ["stt-file"],
    });
    expect(planIncidents(explained, [open], atMs + minuteMs)).toEqual([]);
  });

  test("is told by one of two incidents alone when its first cause comes back", () => {
    const second = incident({
      id: "second",
      createdAtMs: atMs,
      updatedAtMs: atMs,
      components: new Map([["tts", "major_outage"]]),
      reasons: new Map([["tts", ["silent_audio"]]]),
    });
    const first = incident({
      ...open,
      components: new Map([
        ["stt-file", "major_outage"],
        ["tts", "operational"],
      ]),
    });
    const laterMs = atMs + 5 * minuteMs;
    const again = failing({ "stt-file": "timeout", tts: "timeout" }, noonMs + 14 * minuteMs);
    expect(postedBy(planIncidents(again, [second, first], laterMs))).toEqual([
      ["second", "monitor", "tts", "tts"],
      ["incident", "update", "tts", ""],
    ]);
    const recovered = incident({ ...second, components: new Map([["tts", "operational"]]) });
    const both = incident({ ...first, components: new Map(open.components) });
    expect(postedBy(planIncidents(again, [recovered, both], laterMs + minuteMs))).toEqual([
      ["second", "resolve", "", "tts"],
    ]);
  });
});
