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

/** What the console's pages of the admin API show, beside incidents. */
export type ConsoleWorkContent =
  | { readonly kind: "maintenances"; readonly view: ConsoleMaintenancesView }
  /** Null where there is no such maintenance. */
  | { readonly kind: "maintenance"; readonly view: ConsoleMaintenanceView | null }
  | { readonly kind: "components"; readonly view: ConsoleComponentsView }
  /** Null where there is no such component. */
  | { readonly kind: "component"; readonly view: ConsoleComponentView | null }
  | { readonly kind: "deliveries"; readonly view: ConsoleDeliveriesView }
  | { readonly kind: "subscribers"; readonly view: ConsoleSubscribersView }
  | { readonly kind: "audit"; readonly view: ConsoleAuditView };

export interface ConsoleMaintenancesView {
  readonly planned: readonly MaintenanceAnswer[];
  readonly running: readonly MaintenanceAnswer[];
  readonly past: readonly MaintenanceAnswer[];
  /** IANA name of the page's zone, for those that do not repeat by the clock of another. */
  readonly timeZone: string;
  readonly components: readonly NamedComponent[];
  readonly canPublish: boolean;
}

export interface NamedComponent {
  readonly id: string;
  readonly name: LocalizedText;
}

/** The names of the fields of texts in a language. */
export interface TextFields {
  readonly language: Language;
  readonly name: string;
  readonly body: string;
}

/** Why the admin API refused. */
export interface Refusal {
  readonly code: string;
  /** The field that it is about, by the admin API's name; null for the whole request. */
  readonly param: string | null;
  /** The form's field of a text that it is about; null for any other. */
  readonly textField: { readonly kind: "title" | "text"; readonly language: Language } | null;
  /** In English and by the names of the admin API, for what the console has no words for. */
  readonly message: string;
}

/** Why a form was not taken: that the admin API refused, or what is wrong with its times. */
export type FormProblem =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "unknownZone"; readonly zone: string }
  | { readonly kind: "skippedTime"; readonly zone: string; readonly time: string }
  | { readonly kind: "missingTime" };

/** A maintenance as it is, with what somebody is about to do with it; a new one has none yet. */
export interface ConsoleMaintenanceView {
  readonly maintenance: MaintenanceAnswer | null;
  readonly canPublish: boolean;
  /** IANA name of the zone that its times are shown in. */
  readonly timeZone: string;
  readonly components: readonly NamedComponent[];
  /** What may be done with it now. */
  readonly actions: readonly MaintenanceAction[];
  readonly form: MaintenanceForm;
  readonly fields: readonly TextFields[];
  /** Zones to choose from. */
  readonly timeZones: readonly string[];
  /** Null until it is asked for. */
  readonly preview: MaintenancePreviewAnswer | null;
  readonly problem: FormProblem | null;
}

/** The steps of the admin API, other times, and no further repetition. */
export type MaintenanceAction = "start" | "times" | "verify" | "complete" | "cancel" | "once";

export const REPEAT_CHOICES = ["never", "daily", "weekly", "monthly", "own"] as const;
export type RepeatChoice = (typeof REPEAT_CHOICES)[number];

/** The days of RFC 5545, Monday first. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export interface MaintenanceForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly action: string;
  readonly components: readonly string[];
  /** By the clock of the zone, as `2026-11-21T14:00`; empty for none. */
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  readonly repeat: RepeatChoice;
  readonly weekdays: readonly string[];
  readonly rule: string;
  /** Lets what is sent twice be done once. */
  readonly key: string;
}

/** A component with what its checks say and what a person does. */
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
  /** Why nothing was changed; null where nothing was refused. */
  readonly refusal: Refusal | null;
}

export interface ConsoleComponentView {
  readonly component: ConsoleComponent;
  readonly statuses: readonly ComponentStatus[];
  readonly form: {
    readonly status: string;
    /** By the clock of the zone, as `2026-11-21T14:00`. */
    readonly until: string;
    readonly timeZone: string;
    readonly key: string;
  };
  readonly timeZones: readonly string[];
  readonly problem: FormProblem | null;
}

/** A page of a list. */
interface ListView {
  /** The address of what is older; null where there is nothing. */
  readonly older: string | null;
  /** Why nothing was changed; null where nothing was refused. */
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
  readonly mayEnd: boolean;
}

export interface ConsoleAuditView extends ListView {
  readonly entries: readonly {
    readonly id: number;
    readonly atMs: number;
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly differences: readonly Difference[];
  }[];
  /** What the list is of; empty for all. */
  readonly actor: string;
  readonly subject: string;
}

/** A field that a change gave another value; null where it has none. */
export interface Difference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}
