import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type {
  DeliveryAnswer,
  MaintenanceAnswer,
  MaintenancePreviewAnswer,
  SubscriberAnswer,
  SubscriberCountsAnswer,
} from "../admin/answers.ts";

export interface ConsoleMaintenancesView {
  readonly planned: readonly MaintenanceAnswer[];
  readonly running: readonly MaintenanceAnswer[];
  readonly past: readonly MaintenanceAnswer[];
  /** IANA name of the page's zone, for maintenance that does not repeat in a zone of its own. */
  readonly timeZone: string;
  readonly components: readonly NamedComponent[];
  readonly canPublish: boolean;
}

export interface NamedComponent {
  readonly id: string;
  readonly name: LocalizedText;
}

/** The names of the text fields in a language. */
export interface TextFields {
  readonly language: Language;
  readonly name: string;
  readonly body: string;
}

/** Why the admin API refused. */
export interface Refusal {
  readonly code: string;
  /** The field at fault, by the admin API's name; null for the whole request. */
  readonly param: string | null;
  /** The text field of the form at fault; null for any other field. */
  readonly textField: { readonly kind: "title" | "text"; readonly language: Language } | null;
  /** In English and with the names of the admin API, for errors that the console has no text for. */
  readonly message: string;
}

/** Why a form was not accepted: a refusal by the admin API, or a fault in its times. */
export type FormProblem =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "unknownZone"; readonly zone: string }
  | { readonly kind: "skippedTime"; readonly zone: string; readonly time: string }
  | { readonly kind: "missingTime" };

/** A maintenance with the form for an action; `maintenance` is null for a new one. */
export interface ConsoleMaintenanceView {
  readonly maintenance: MaintenanceAnswer | null;
  readonly canPublish: boolean;
  /** IANA name of the zone that its times are shown in. */
  readonly timeZone: string;
  readonly components: readonly NamedComponent[];
  /** The actions that are allowed now. */
  readonly actions: readonly MaintenanceAction[];
  readonly form: MaintenanceForm;
  readonly fields: readonly TextFields[];
  /** Zones to choose from. */
  readonly timeZones: readonly string[];
  /** Null until a preview is requested. */
  readonly preview: MaintenancePreviewAnswer | null;
  readonly problem: FormProblem | null;
}

/** The steps of the admin API, `times` to change its times, and `once` to end its repetition. */
export type MaintenanceAction = "start" | "times" | "verify" | "complete" | "cancel" | "once";

export const REPEAT_CHOICES = ["never", "daily", "weekly", "monthly", "own"] as const;
export type RepeatChoice = (typeof REPEAT_CHOICES)[number];

/** The weekdays of RFC 5545, Monday first. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export interface MaintenanceForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly action: string;
  readonly components: readonly string[];
  /** Local time in `timeZone`, such as `2026-11-21T14:00`; empty for none. */
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  readonly repeat: RepeatChoice;
  readonly weekdays: readonly string[];
  readonly rule: string;
  /** The idempotency key: a form that is sent twice has one effect. */
  readonly key: string;
}

/** A component with the status that its checks found, and a person's override. */
export interface ConsoleComponent {
  readonly id: string;
  readonly name: LocalizedText;
  readonly found: ComponentStatus;
  readonly override: { readonly status: ComponentStatus; readonly untilMs: number } | null;
}

export interface ConsoleComponentsView {
  readonly components: readonly ConsoleComponent[];
  readonly timeZone: string;
  readonly canPublish: boolean;
  /** Why a change was refused; null where it was not. */
  readonly refusal: Refusal | null;
}

export interface ConsoleComponentView {
  readonly component: ConsoleComponent;
  readonly statuses: readonly ComponentStatus[];
  readonly form: {
    readonly status: string;
    /** Local time in `timeZone`, such as `2026-11-21T14:00`. */
    readonly until: string;
    readonly timeZone: string;
    readonly key: string;
  };
  readonly timeZones: readonly string[];
  readonly problem: FormProblem | null;
}

/** A page of a list. */
interface ListView {
  /** The path of the page with older items; null where there are none. */
  readonly older: string | null;
  /** Why a change was refused; null where it was not. */
  readonly refusal: Refusal | null;
}

export interface ConsoleDeliveriesView extends ListView {
  readonly list: "failed" | "pending";
  readonly deliveries: readonly DeliveryAnswer[];
  readonly mayRetry: boolean;
}

export interface ConsoleSubscribersView extends ListView {
  readonly counts: SubscriberCountsAnswer;
  readonly subscribers: readonly SubscriberAnswer[];
  readonly components: readonly NamedComponent[];
  readonly mayEnd: boolean;
}

export interface ConsoleAuditView extends ListView {
  readonly entries: readonly {
    readonly id: number;
    readonly atMs: number;
    readonly actor: string;
    /** The credential that vouches for the actor; null in entries from before it was recorded. */
    readonly vouchedBy: string | null;
    readonly action: string;
    readonly subject: string;
    readonly differences: readonly Difference[];
  }[];
  /** The filters of the list; empty for all. */
  readonly actor: string;
  readonly subject: string;
}

/** A field that a change gave another value; null where it has no value. */
export interface Difference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}
