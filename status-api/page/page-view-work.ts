import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type {
  DeliveryAnswer,
  MaintenanceAnswer,
  MaintenancePreviewAnswer,
  SubscriberAnswer,
} from "../admin/answers.ts";
import type { SubscriberCounts } from "../admin/subscribers.ts";

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

/** Why the admin API refused. */
export interface Refusal {
  readonly code: string;
  /** The field at fault, by the admin API's name; null for the whole request. */
  readonly param: string | null;
  /** In English and with the names of the admin API, for errors that the console has no text for. */
  readonly message: string;
}

/** Why a form was not accepted: a refusal by the admin API, or a fault in its times. */
export type FormProblem =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "unknownZone"; readonly zone: string }
  | { readonly kind: "skippedTime"; readonly zone: string; readonly time: string }
  | { readonly kind: "missingTime" };

/**
 * The contents of a form by the names of its fields, empty where nothing is said; times are local in `time_zone`, such as
 * `2026-11-21T14:00`.
 */
export type FormOf<Fields extends readonly string[]> = Readonly<Record<Fields[number], string>> & {
  /** By the admin API's field names. */
  readonly texts: Readonly<Record<string, string>>;
  readonly components: readonly string[];
  /** The idempotency key: a form that is sent twice has one effect. */
  readonly key: string;
};

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
  /** Null until a preview is requested. */
  readonly preview: MaintenancePreviewAnswer | null;
}

/** The steps of the admin API, `times` to change its times, and `once` to end its repetition. */
export type MaintenanceAction = "start" | "times" | "verify" | "complete" | "cancel" | "once";

/** The weekdays of RFC 5545, Monday first. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** An empty `from` means from this moment on; `repeat` is one of the choices of the form. */
export const MAINTENANCE_FIELDS = [
  "action",
  "from",
  "until",
  "time_zone",
  "repeat",
  "rule",
] as const;
export type MaintenanceForm = FormOf<typeof MAINTENANCE_FIELDS> & {
  readonly weekdays: readonly string[];
};

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
}

export interface ConsoleComponentView {
  readonly component: ConsoleComponent;
  readonly form: ComponentForm;
}

export const COMPONENT_FIELDS = ["status", "until", "time_zone"] as const;
export type ComponentForm = FormOf<typeof COMPONENT_FIELDS>;

/** A page of a list. */
interface ListView {
  /** The path of the page with older items; null where there are none. */
  readonly older: string | null;
}

export interface ConsoleDeliveriesView extends ListView {
  readonly list: "failed" | "pending";
  readonly deliveries: readonly DeliveryAnswer[];
  readonly mayRetry: boolean;
}

export interface ConsoleSubscribersView extends ListView {
  readonly counts: SubscriberCounts;
  readonly subscribers: readonly SubscriberAnswer[];
  readonly components: readonly NamedComponent[];
  readonly mayEnd: boolean;
}

export interface ConsoleAuditView extends ListView {
  readonly entries: readonly {
    readonly id: number;
    readonly at: Date;
    readonly actor: string;
    /** The credential that vouches for the actor; null in entries from before it was recorded. */
    readonly vouched_by: string | null;
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
