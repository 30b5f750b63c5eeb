import { DAY_MS } from "#units/time.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { type ComponentView, componentView } from "./page-view-component.ts";
import { type StatusEventView, statusEventView } from "./page-view-status-event.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { type PageKind, pageSummary } from "#monitor/domain/page-summary.ts";
import type { Component, Current, Snapshot } from "../snapshot/snapshot.ts";
import type { ContentOf } from "./content-of.ts";
import type { Incident, Maintenance } from "#monitor/domain/status-event.ts";
import { type ComponentStatus, worstStatus } from "#monitor/domain/component-status.ts";
import type { DowntimeWeights, TimeWindow } from "#monitor/domain/uptime.ts";

/**
 * The content of the status page, in both languages: the page is rendered from it on the server and refreshes
 * itself from /page.json. All times are epoch milliseconds, all days are UTC days.
 */
export interface PageView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly overall: PageKind;
  readonly tone: Tone;
  /** When the monitor last wrote something: how fresh all of this is. */
  readonly dataAtMs: number;
  /** Whether the monitor's database does not answer, so that this is the last known state. */
  readonly databaseAway: boolean;
  readonly groups: readonly GroupView[];
  /**
   * Unresolved incidents and those of the last 90 days, newest first; those that ended more than 15 days ago have no updates.
   */
  readonly incidents: readonly StatusEventView[];
  /** Maintenance likewise: announced, running and of the last 90 days, the latest first. */
  readonly maintenances: readonly StatusEventView[];
  readonly weights: DowntimeWeights;
}

/** A group; without an id and a name, the components that are in no group. */
export interface GroupView {
  readonly id: string | null;
  readonly name: LocalizedText | null;
  readonly status: ComponentStatus;
  readonly components: readonly ComponentView[];
}

/** For how many days after its end a status event is shown with its updates. */
const STATUS_EVENT_DAYS = 15;

export function overviewContent({
  snapshot,
  databaseAwaySinceMs,
}: Current): ContentOf<"overview", PageView> {
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
  const viewsOf = (statusEvents: readonly (Incident | Maintenance)[]): StatusEventView[] =>
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
    incidents: viewsOf(incidents),
    maintenances: viewsOf(maintenances),
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
