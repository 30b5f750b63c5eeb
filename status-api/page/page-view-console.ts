import type { ConsoleRole } from "../settings/console-people.ts";
import type { IncidentAnswer, PreviewAnswer } from "../admin/answers.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type {
  ConsoleAuditView,
  ConsoleComponentsView,
  ConsoleComponentView,
  ConsoleDeliveriesView,
  ConsoleMaintenancesView,
  ConsoleMaintenanceView,
  ConsoleSubscribersView,
  FormOf,
  FormProblem,
  NamedComponent,
} from "./page-view-work.ts";
import type { EvidenceAudioName, EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import type { KeptRun } from "#monitor/store/kept-runs.ts";
import type { AskingForRuns, ConsoleRequestedRunView } from "./page-view-requested-run.ts";
import type { ConsoleGraphView } from "./page-view-graph.ts";
import type { ConsoleNowView } from "./page-view-now.ts";
import type { ConsoleOnCallView } from "./page-view-on-call.ts";
import type { ReportView } from "./page-view-report.ts";

/** What each page of the console shows, by its kind. */
export interface ConsoleViews {
  readonly signIn: ConsoleSignInView;
  readonly forbidden: { readonly role: ConsoleRole; readonly needed: ConsoleRole };
  /** Where there is no such thing, or not any more. */
  readonly gone: { readonly what: GoneKind };
  readonly now: ConsoleNowView;
  readonly runs: ConsoleRunsView;
  readonly graph: ConsoleGraphView;
  readonly report: ReportView;
  readonly onCall: ConsoleOnCallView;
  readonly incidents: ConsoleIncidentsView;
  readonly incident: ConsoleIncidentView;
  readonly run: ConsoleRunView;
  readonly requestedRun: ConsoleRequestedRunView;
  readonly maintenances: ConsoleMaintenancesView;
  readonly maintenance: ConsoleMaintenanceView;
  readonly components: ConsoleComponentsView;
  readonly component: ConsoleComponentView;
  readonly deliveries: ConsoleDeliveriesView;
  readonly subscribers: ConsoleSubscribersView;
  readonly audit: ConsoleAuditView;
}

export type ConsoleKind = keyof ConsoleViews;

/** The content of a page of the console. */
export type ConsoleContent = {
  readonly [Kind in ConsoleKind]: {
    readonly kind: Kind;
    readonly view: ConsoleViews[Kind];
    /** Why what was asked for was not done; null where it was, or nothing was asked for. */
    readonly problem: FormProblem | null;
  };
}[ConsoleKind];

interface ConsoleSignInView {
  readonly problem: SignInProblem | null;
  /** The host of the provider that people may sign in with; null without one. */
  readonly provider: string | null;
  /** The page to go to afterwards. */
  readonly next: string;
}

export type GoneKind = "incident" | "maintenance" | "component" | "run";

interface ConsoleIncidentsView {
  readonly incidents: readonly IncidentAnswer[];
  readonly canPublish: boolean;
}

/** An incident with the form for an update; `incident` is null for a new one. */
export interface ConsoleIncidentView {
  readonly incident: IncidentAnswer | null;
  /** Whether the viewer may update it. */
  readonly canPublish: boolean;
  readonly components: readonly NamedComponent[];
  /** The contents of the form, by the admin API's names. */
  readonly form: IncidentForm;
  /** The templates that the form can start from, with their paths. */
  readonly templates: readonly { readonly label: LocalizedText; readonly path: string }[];
  /** Null until a preview is requested. */
  readonly preview: PreviewAnswer | null;
  /** The previewed postmortem as safe HTML; null for other updates. */
  readonly previewHtml: LocalizedText | null;
  /** Components of the incident that still fail although the previewed update resolves it. */
  readonly stillFailing: readonly NamedComponent[];
}

export const INCIDENT_FIELDS = ["status", "impact"] as const;
export type IncidentForm = FormOf<typeof INCIDENT_FIELDS>;

/** The runs of a check with kept evidence, newest first. */
interface ConsoleRunsView {
  readonly checkId: string;
  readonly runs: readonly KeptRun[];
}

export interface ConsoleRunView {
  readonly run: OpenedRun;
  /** For a run that failed, the last kept run before it that passed. */
  readonly lastGood: OpenedRun | null;
  /** Data of the form that replays the run; null where the viewer may not replay it, or it cannot be replayed. */
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
