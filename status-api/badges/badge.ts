import type { Language } from "#web-kit/language/languages.ts";
import type { CheckFigures } from "#monitor/store/figures.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { pageSummary } from "#monitor/domain/page-summary.ts";
import type { Component, Group, Snapshot } from "../snapshot/snapshot.ts";
import { type ComponentStatus, worstStatus } from "#monitor/domain/component-status.ts";
import { componentWords, overallWords } from "#monitor/domain/status-words.ts";
import { fill } from "#web-kit/language/texts.ts";
import { writeNumber, writePercent } from "#web-kit/locale/numbers.ts";
import { badgeTexts } from "../texts/texts.ts";

/** A label and a message; the colour is the background of the message. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  /** `#rrggbb`, dark enough for white text. */
  readonly color: string;
}

const COLORS = {
  green: "#1a7f37",
  yellow: "#8a6100",
  orange: "#b54708",
  red: "#c62828",
  blue: "#0b63c5",
  grey: "#57606a",
} as const;

const STATUS_COLORS: Readonly<Record<Tone, string>> = {
  operational: COLORS.green,
  monitoring: COLORS.green,
  degraded_performance: COLORS.yellow,
  partial_outage: COLORS.orange,
  major_outage: COLORS.red,
  under_maintenance: COLORS.blue,
  unknown: COLORS.grey,
};

export function overallBadge({ page, components, incidents }: Snapshot, language: Language): Badge {
  const { kind, tone } = pageSummary(
    components.map(({ status }) => status),
    incidents,
  );
  return {
    label: page.name[language],
    message: overallWords[kind][language],
    color: STATUS_COLORS[tone],
  };
}

/** Returns the badge of a group; its status is the worst of its members'. */
export function groupBadge(group: Group, { components }: Snapshot, language: Language): Badge {
  const members = components.filter(({ groupId }) => groupId === group.id);
  return statusOf(group.name[language], worstStatus(members.map(({ status }) => status)), language);
}

export function statusBadge({ name, status }: Component, language: Language): Badge {
  return statusOf(name[language], status, language);
}

export function uptimeBadge(component: Component, language: Language): Badge {
  const { name, uptimePercent, coveragePercent } = component;
  const label = `${name[language]} · ${badgeTexts[language].uptime}`;
  if (coveragePercent === 0) return noData(label, language);
  return {
    label,
    message: percentText(uptimePercent, language),
    color: uptimeColor(uptimePercent),
  };
}

/** Returns a badge with the median duration of a component's most frequent check, from the newest hour that has one. */
export function latencyBadge(
  component: Component,
  figures: readonly CheckFigures[],
  language: Language,
): Badge {
  const label = `${component.name[language]} · ${badgeTexts[language].latency}`;
  const medianMs = newestMedianMs(figures);
  if (medianMs === undefined) return noData(label, language);
  return { label, message: durationText(medianMs, language), color: COLORS.blue };
}

function newestMedianMs(figures: readonly CheckFigures[]): number | undefined {
  const measured = figures.flatMap(({ checkId, periodSeconds, hours }) =>
    hours.flatMap(({ hourMs, durationMs }) =>
      durationMs === null ? [] : [{ checkId, periodSeconds, hourMs, medianMs: durationMs.p50 }],
    ),
  );
  const [max] = measured.toSorted(
    (a, b) => a.periodSeconds - b.periodSeconds || a.checkId.localeCompare(b.checkId),
  );
  if (max === undefined) return undefined;
  const ofCheck = measured.filter(({ checkId }) => checkId === max.checkId);
  const newestMs = Math.max(...ofCheck.map(({ hourMs }) => hourMs));
  // One value per location, so that a single distant location does not move the median.
  const medians = ofCheck
    .filter(({ hourMs }) => hourMs === newestMs)
    .map(({ medianMs }) => medianMs)
    .toSorted((a, b) => a - b);
  return medians[Math.floor((medians.length - 1) / 2)];
}

function statusOf(label: string, status: ComponentStatus, language: Language): Badge {
  return { label, message: componentWords[status][language], color: STATUS_COLORS[status] };
}

function noData(label: string, language: Language): Badge {
  return { label, message: badgeTexts[language].noData, color: STATUS_COLORS.unknown };
}

function uptimeColor(percent: number): string {
  if (percent >= 99.9) return COLORS.green;
  if (percent >= 99) return COLORS.yellow;
  return percent >= 95 ? COLORS.orange : COLORS.red;
}

function percentText(percent: number, language: Language): string {
  return writePercent(language, percent, { min: percent === 100 ? 0 : 2 });
}

function durationText(ms: number, language: Language): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return fill(badgeTexts[language].seconds, {
    seconds: writeNumber(language, ms / 1000, { min: 1 }),
  });
}
