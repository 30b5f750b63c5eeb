import { noIdentity } from "#monitor/domain/page-identity.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import type { Component, Snapshot } from "../snapshot/snapshot.ts";
import type { Incident } from "#monitor/domain/status-event.ts";
import { uptimeWindow } from "#monitor/domain/uptime.ts";
import { statusDocument } from "./status-document.ts";
import { StatusDocument } from "./document-schemas.ts";

const at = Date.parse("2026-11-21T06:00:00Z");

function component(id: string, groupId: string | null, position: number, changes = {}): Component {
  return {
    id,
    name: localizedText({ en: `The ${id}`, tr: `${id} bileşeni` }),
    description: localizedText({ en: "What it is", tr: "Ne olduğu" }),
    groupId,
    position,
    showcase: true,
    onlyShowIfDegraded: false,
    objective: null,
    isReportPublic: false,
    override: null,
    status: "operational",
    sinceMs: at,
    createdAtMs: at,
    intervals: [],
    uptimePercent: 99.98,
    coveragePercent: 100,
    observedMs: 1,
    ...changes,
  };
}

const incident: Incident = {
  id: "inc-1",
  name: localizedText({ en: "File transcription is down", tr: "Dosya çözümleme çalışmıyor" }),
  status: "investigating",
  impact: "critical",
  startedAtMs: at - 60_000,
  createdAtMs: at,
  updatedAtMs: at,
  monitoringAtMs: null,
  resolvedAtMs: null,
  componentIds: ["stt-file", "gone"],
  updates: [
    {
      id: "up-1",
      status: "investigating",
      body: localizedText({ en: "It does not answer.", tr: "Yanıt vermiyor." }),
      createdAtMs: at,
      updatedAtMs: at,
      displayAtMs: at,
      affected: [
        {
          id: "stt-file",
          name: "The stt-file",
          oldStatus: "operational",
          newStatus: "major_outage",
        },
      ],
      isAutomatic: false,
    },
  ],
};

const snapshot: Snapshot = {
  page: {
    id: "speech",
    name: localizedText({ en: "Speech", tr: "Konuşma" }),
    url: "https://status.example.org/",
    timeZone: "Europe/Istanbul",
    identity: noIdentity,
    pictures: [],
    weights: { partial_outage: 0.3, major_outage: 1 },
  },
  revision: 1,
  dataAtMs: at,
  window: uptimeWindow(at),
  groups: [
    {
      id: "group-api",
      name: localizedText({ en: "API", tr: "API" }),
      position: 1,
      componentIds: ["stt-file", "tts"],
    },
    {
      id: "group-web",
      name: localizedText({ en: "Web", tr: "Web" }),
      position: 2,
      componentIds: ["web"],
    },
  ],
  components: [
    component("stt-file", "group-api", 1),
    component("tts", "group-api", 2),
    component("web", "group-web", 1),
    component("alone", null, 1),
  ],
  incidents: [],
  maintenances: [],
};

test("the document has every field of the interface and no other", () => {
  const document = statusDocument({ ...snapshot, incidents: [incident] });
  expect([...Value.Errors(StatusDocument, document)]).toEqual([]);
});

test("the page says who it is and how fresh", () => {
  expect(statusDocument(snapshot).page).toEqual({
    id: "speech",
    name: "Speech",
    url: "https://status.example.org/",
    time_zone: "Europe/Istanbul",
    updated_at: "2026-11-21T06:00:00.000Z",
  });
});

describe("components", () => {
  test("are each group before its members, then those without a group", () => {
    const ids = statusDocument(snapshot).components.map(({ id }) => id);
    expect(ids).toEqual(["group-api", "stt-file", "tts", "group-web", "web", "alone"]);
  });

  test("of a group name their members", () => {
    expect(statusDocument(snapshot).components[0]).toEqual({
      id: "group-api",
      name: "API",
      status: "operational",
      position: 1,
      group: true,
      group_id: null,
      components: ["stt-file", "tts"],
    });
  });

  test("that are leaves carry their uptime and its coverage", () => {
    expect(statusDocument(snapshot).components[1]).toEqual({
      id: "stt-file",
      name: "The stt-file",
      status: "operational",
      position: 1,
      group: false,
      group_id: "group-api",
      description: "What it is",
      showcase: true,
      only_show_if_degraded: false,
      updated_at: "2026-11-21T06:00:00.000Z",
      uptime_90d: 99.98,
      uptime_90d_coverage: 100,
    });
  });

  test("make their group as bad as the worst of them, and the page say so", () => {
    const components = snapshot.components.map((one) =>
      one.id === "tts" ? { ...one, status: "major_outage" as const } : one,
    );
    const document = statusDocument({ ...snapshot, components });
    expect(document.components[0]?.status).toBe("major_outage");
    expect(document.components[3]?.status).toBe("operational");
    expect(document.status).toEqual({ indicator: "major", description: "Partial System Outage" });
  });

  test("that nobody looks at leave neither their group nor the page healthy", () => {
    const components = snapshot.components.map((one) =>
      one.id === "tts" ? { ...one, status: "unknown" as const } : one,
    );
    const document = statusDocument({ ...snapshot, components });
    expect(document.components[0]?.status).toBe("unknown");
    expect(document.status.indicator).toBe("unknown");
  });
});

describe("incidents", () => {
  test("are there while unresolved, with their updates and the components that still exist", () => {
    const [entry] = statusDocument({ ...snapshot, incidents: [incident] }).incidents;
    expect(entry).toMatchObject({
      id: "inc-1",
      impact: "critical",
      started_at: "2026-11-21T05:59:00.000Z",
      monitoring_at: null,
      resolved_at: null,
      shortlink: "https://status.example.org/incidents/inc-1",
      page_id: "speech",
      components: [{ id: "stt-file" }],
      incident_updates: [
        {
          id: "up-1",
          incident_id: "inc-1",
          body: "It does not answer.",
          affected_components: [
            { code: "stt-file", old_status: "operational", new_status: "major_outage" },
          ],
        },
      ],
    });
    expect(entry?.components).toHaveLength(1);
  });

  test("are gone once resolved", () => {
    const resolved: Incident = { ...incident, status: "resolved", resolvedAtMs: at };
    expect(statusDocument({ ...snapshot, incidents: [resolved] }).incidents).toEqual([]);
  });
});
