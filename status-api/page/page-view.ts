import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { type ComponentView, componentView } from "./page-view-component.ts";
import { type StatusEventView, statusEventView } from "./page-view-status-event.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { type PageKind, pageSummary } from "#monitor/domain/page-summary.ts";
import type { Component, Current, Snapshot } from "../snapshot/snapshot.ts";
import type { PageContent } from "./page-build.ts";
import type { Incident, Maintenance } from "#monitor/domain/status-event.ts";
import { type ComponentStatus, worstStatus } from "#monitor/domain/component-status.ts";
import { DAY_MS, type DowntimeWeights, type TimeWindow } from "#monitor/domain/uptime.ts";

/**
 * What the status page shows, in both languages: the page is rendered from it on the server and refreshes
 * itself from /page.json. All times are epoch milliseconds, all days are UTC days.
 */
export interface PageView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly overall: PageKind;
  readonly tone: Tone;
  /** When the monitor last wrote something: how fresh all of this is. */
  readonly dataAtMs: number;
  /** Whether the monitor's database is out of reach, so that this is the last that was known. */
  readonly databaseAway: boolean;
  readonly groups: readonly GroupView[];
  /** Unresolved ones and those of the last 90 days, newest first; updates of what was over 15 days ago are left out. */
  readonly incidents: readonly StatusEventView[];
  /** Maintenance alike: announced, running and of the last 90 days, the latest first. */
  readonly maintenances: readonly StatusEventView[];
  readonly weights: DowntimeWeights;
}

/** A group, or, without an id and a name, the components that are in none. */
export interface GroupView {
  readonly id: string | null;
  readonly name: LocalizedText | null;
  readonly status: ComponentStatus;
  readonly components: readonly ComponentView[];
}

/** How long the page tells a resolved incident's whole status event. */
const STATUS_EVENT_DAYS = 15;

export function overviewContent({ snapshot, databaseAwaySinceMs }: Current): PageContent {
  const databaseAway = databaseAwaySinceMs !== undefined;
  return { kind: "overview", view: pageView(snapshot, { databaseAway }) };
}

export function pageView(
  snapshot: Snapshot,
  { databaseAway }: { databaseAway: boolean },
): PageView {
  const { page, groups, components, incidents, maintenances, dataAtMs, window } = snapshot;
  const { kind, tone } = pageSummary(
    components.map(({ status }) => status),
    incidents,
  );
  const grouped = groups.map(({ id, name }) =>
    groupView(
      { id, name },
      components.filter(({ groupId }) => groupId === id),
      window,
    ),
  );
  const ungrouped = components.filter(({ groupId }) => groupId === null);
  const told = (statusEvents: readonly (Incident | Maintenance)[]): StatusEventView[] =>
    statusEvents
      .filter(({ resolvedAtMs }) => resolvedAtMs === null || resolvedAtMs > window.fromMs)
      .map((statusEvent) => recentlyPublished(statusEvent, dataAtMs));
  return {
    name: page.name,
    url: page.url,
    overall: kind,
    tone,
    dataAtMs,
    databaseAway,
    groups:
      ungrouped.length > 0
        ? [...grouped, groupView({ id: null, name: null }, ungrouped, window)]
        : grouped,
    incidents: told(incidents),
    maintenances: told(maintenances),
    weights: page.weights,
  };
}

function groupView(
  named: Pick<GroupView, "id" | "name">,
  members: readonly Component[],
  window: TimeWindow,
): GroupView {
  return {
    ...named,
    status: worstStatus(members.map(({ status }) => status)),
    components: members
      .filter(({ onlyShowIfDegraded, status }) => !onlyShowIfDegraded || status !== "operational")
      .map((component) => componentView(component, window)),
  };
}

function recentlyPublished(statusEvent: Incident | Maintenance, dataAtMs: number): StatusEventView {
  const { resolvedAtMs } = statusEvent;
  const isRecent = resolvedAtMs === null || resolvedAtMs > dataAtMs - STATUS_EVENT_DAYS * DAY_MS;
  return isRecent ? statusEventView(statusEvent) : statusEventView(statusEvent, 0);
}
