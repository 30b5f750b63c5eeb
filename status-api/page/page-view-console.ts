import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import type { ConsoleRole } from "../settings/console-people.ts";
import type { ObservationResult } from "#migrations/status/schema.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import type { IncidentAnswer, PreviewAnswer } from "../admin/answers.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { ConsoleWorkContent, NamedComponent, Refusal, TextFields } from "./page-view-work.ts";
import type { EvidenceAudioName, EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import type { KeptRun } from "#monitor/store/kept-runs.ts";
import type { ConfiguredCheck, RecentRun } from "#monitor/store/checks-now.ts";
import type { AskingForRuns, ConsoleAskedRunView } from "./page-view-asked-run.ts";
import type { ConsoleGraphView } from "./page-view-graph.ts";
import type { ReportView } from "./page-view-report.ts";

/** What a page of the console shows. */
export type ConsoleContent =
  | ConsoleWorkContent
  | {
      readonly kind: "signIn";
      readonly problem: SignInProblem | null;
      /** The host of the provider that people may sign in with; null without one. */
      readonly provider: string | null;
      /** The page to go to afterwards. */
      readonly next: string;
    }
  | { readonly kind: "forbidden"; readonly role: ConsoleRole; readonly needed: ConsoleRole }
  | { readonly kind: "now"; readonly view: ConsoleNowView }
  | { readonly kind: "runs"; readonly view: ConsoleRunsView }
  | { readonly kind: "graph"; readonly view: ConsoleGraphView }
  | { readonly kind: "report"; readonly view: ReportView }
  | {
      readonly kind: "incidents";
      readonly incidents: readonly IncidentAnswer[];
      readonly canPublish: boolean;
    }
  /** Null where there is no such incident. */
  | { readonly kind: "incident"; readonly view: ConsoleIncidentView | null }
  /** Null where such a run is not kept any more. */
  | { readonly kind: "run"; readonly view: ConsoleRunView | null }
  | { readonly kind: "askedRun"; readonly view: ConsoleAskedRunView };

/** An incident with the form for an update; `incident` is null for a new one. */
export interface ConsoleIncidentView {
  readonly incident: IncidentAnswer | null;
  /** Whether the viewer may update it. */
  readonly canPublish: boolean;
  readonly components: readonly NamedComponent[];
  /** The contents of the form, by the admin API's names. */
  readonly form: IncidentForm;
  /** The names of the fields of its texts, in each language. */
  readonly fields: readonly TextFields[];
  /** The templates that the form can start from, with their paths. */
  readonly templates: readonly { readonly label: LocalizedText; readonly path: string }[];
  /** Null until a preview is requested. */
  readonly preview: PreviewAnswer | null;
  /** The previewed postmortem as safe HTML; null for other updates. */
  readonly previewHtml: LocalizedText | null;
  /** Components of the incident that still fail although the previewed update resolves it. */
  readonly stillFailing: readonly NamedComponent[];
  /** Why the form was refused; null where it was not. */
  readonly refusal: Refusal | null;
}

export interface IncidentForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly status: string;
  readonly impact: string;
  readonly components: readonly string[];
  /** The idempotency key: a form that is sent twice has one effect. */
  readonly key: string;
}

/** The runs of a check with kept evidence, newest first. */
export interface ConsoleRunsView {
  readonly checkId: string;
  readonly runs: readonly KeptRun[];
}

export interface ConsoleRunView {
  readonly run: OpenedRun;
  /** For a run that failed, the last kept run before it that passed. */
  readonly lastGood: OpenedRun | null;
  /** What a form for replaying the run needs; null where the viewer may not replay it, or it cannot be replayed. */
  readonly asking: AskingForRuns | null;
}

/** A run with all of its kept evidence. */
export type OpenedRun = KeptRun & {
  /** Null where another version wrote them. */
  readonly facts: EvidenceFacts | null;
  readonly audio: readonly KeptAudio[];
};

export interface KeptAudio {
  readonly name: EvidenceAudioName;
  /** Null for an empty file and for anything but WAV with 16-bit PCM: it cannot be drawn. */
  readonly sound: { readonly seconds: number; readonly sampleRateHz: number } | null;
}

export type SignInProblem =
  | "wrongToken"
  | "nameMissing"
  | "tooManyAttempts"
  | "providerFailed"
  | "tooLate"
  | "unverified"
  | "noRole";

export interface ConsoleNowView {
  readonly person: string;
  readonly role: ConsoleRole;
  /** Whether the viewer may acknowledge alerts and request runs. */
  readonly canPublish: boolean;
  /** The idempotency key of forms for requesting a run. */
  readonly askingKey: string;
  readonly nowMs: number;
  readonly alerts: readonly FiringAlert[];
  /** Set when a message links to an alert that no longer fires; "gone": it is no longer stored. */
  readonly endedAlert: EndedAlert | "gone" | null;
  /** Locations that have not been heard of for two minutes. */
  readonly silent: readonly { readonly location: string; readonly seenMs: number }[];
  readonly components: readonly {
    readonly id: string;
    readonly name: LocalizedText;
    readonly status: ComponentStatus;
    readonly checks: readonly CheckNowView[];
  }[];
}

/** An alert that is not resolved. */
export interface FiringAlert {
  readonly id: string;
  readonly checkId: string;
  readonly severity: AlertSeverity;
  readonly reason: string | null;
  readonly failingSinceMs: number;
  readonly acknowledgedBy: string | null;
}

export interface EndedAlert extends FiringAlert {
  readonly resolvedAtMs: number;
  /** Whether it ended because its check or rule was removed from monitor.yaml; nothing recovered. */
  readonly isWithdrawn: boolean;
}

export interface CheckNowView {
  readonly id: string;
  readonly kind: string;
  readonly runbookUrl: string | null;
  readonly locations: readonly LocationNowView[];
}

/** The current state of a check at one location, from the runs of the last hour. */
export interface LocationNowView {
  readonly location: string;
  readonly slotMs: number;
  readonly result: ObservationResult;
  readonly reason: string | null;
  readonly message: string | null;
  readonly durationMs: number;
  /** The number of newest runs in a row that did not pass, not counting prober errors. */
  readonly badRuns: number;
  /** Slots without a result between the first of these runs and now. */
  readonly missedSlots: number;
  readonly nextSlotMs: number;
  /** Durations of the newest runs, oldest first; null for a run that measured nothing. */
  readonly durationsMs: readonly (number | null)[];
  /** Word error rates (errors over words said) of the same runs; empty for checks without words. */
  readonly wordErrors: readonly (number | null)[];
}

/** Returns the time from which runs are shown, in epoch milliseconds. */
export function consoleSinceMs(nowMs: number): number {
  return nowMs - HOUR_MS;
}

const SILENT_AFTER_MS = 2 * MINUTE_MS;
const MAX_POINTS = 40;

export function isSilent({ seenMs }: { readonly seenMs: number }, nowMs: number): boolean {
  return nowMs - seenMs > SILENT_AFTER_MS;
}

/** Returns the checks by component id, with their runs grouped by location; a check that has not run has no location. */
export function checksNow(
  checks: readonly ConfiguredCheck[],
  runs: readonly RecentRun[],
  nowMs: number,
): ReadonlyMap<string, readonly CheckNowView[]> {
  const byCheck = Map.groupBy(runs, ({ checkId }) => checkId);
  const views = checks.map((check) => {
    const places = Map.groupBy(byCheck.get(check.id) ?? [], ({ location }) => location);
    const locations = [...places]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([location, ofPlace]) => locationNow(location, ofPlace, check.periodMs, nowMs));
    const { id, kind, runbookUrl, componentId } = check;
    return { componentId, view: { id, kind, runbookUrl, locations } };
  });
  const byComponent = Map.groupBy(views, ({ componentId }) => componentId);
  return new Map([...byComponent].map(([id, ofOne]) => [id, ofOne.map(({ view }) => view)]));
}

function locationNow(
  location: string,
  runs: readonly RecentRun[],
  periodMs: number,
  nowMs: number,
): LocationNowView {
  const last = runs.at(-1)!;
  const judged = runs.filter(({ result }) => result !== "prober_error");
  const lastGood = judged.findLastIndex(({ result }) => result === "ok");
  const slots = new Set(runs.map(({ slotMs }) => slotMs));
  // The current slot has no result yet.
  const due = Math.max(last.slotMs, Math.floor(nowMs / periodMs - 1) * periodMs);
  const expected = Math.floor((due - runs[0]!.slotMs) / periodMs) + 1;
  const points = runs.slice(-MAX_POINTS);
  const compares = runs.some(({ wordError }) => wordError !== null);
  return {
    location,
    slotMs: last.slotMs,
    result: last.result,
    reason: last.reason,
    message: last.message,
    durationMs: last.durationMs,
    badRuns: judged.length - 1 - lastGood,
    missedSlots: Math.max(0, expected - slots.size),
    nextSlotMs: Math.max(last.slotMs + periodMs, Math.ceil(nowMs / periodMs) * periodMs),
    durationsMs: points.map(({ result, durationMs }) =>
      result === "ok" || result === "degraded" ? durationMs : null,
    ),
    wordErrors: compares ? points.map(({ wordError }) => wordError) : [],
  };
}
