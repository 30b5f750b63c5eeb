import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import type { Language } from "#web-kit/language/languages.ts";

/** Worst first. */
export const SEVERITIES = ["critical", "warning", "info"] as const satisfies AlertSeverity[];

export const ALERT_LIMITS = {
  receivers: 50,
  rules: 100,
  badSlots: 20,
  people: 50,
  rotas: 20,
  peopleOfRota: 20,
} as const;

/** `alerts` of monitor.yaml, checked and complete. */
export interface AlertConfiguration {
  readonly receivers: readonly AlertReceiver[];
  readonly rules: readonly AlertRule[];
  readonly people: readonly OnCallPerson[];
  readonly rotas: readonly Rota[];
  /** Null if tests are sent only on request. */
  readonly weeklyTest: WeeklyTest | null;
}

/** A receiver of alerts, by one channel. */
export interface AlertReceiver {
  readonly id: string;
  /** A name in channels/channels.ts. */
  readonly channel: string;
  readonly language: Language;
  /** The receiver that also gets messages when this one cannot be reached. */
  readonly fallback: string | null;
  /** The settings of the channel, including secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Its settings were stored encrypted and could not be read, so that there are none. */
  readonly isSealed?: true;
}

/** A person of a rota, with the receivers by which they are notified. */
export interface OnCallPerson {
  readonly id: string;
  readonly name: string;
  readonly receivers: readonly string[];
  /** When they are notified of critical alerts alone. */
  readonly quietHours: QuietHours | null;
}

/** People who are on call in turn. */
export interface Rota {
  readonly id: string;
  /** Ids of people, in the order of their turns. */
  readonly people: readonly string[];
  /** The RRULE of RFC 5545 by which turns begin, in the local time of a time zone. */
  readonly rule: string;
  readonly timeZone: string;
  /** When the first turn begins. */
  readonly fromMs: number;
  /** How long an alert may stay unacknowledged before the next person is notified too; null: nobody else is. */
  readonly nextAfterMinutes: number | null;
}

/** Which failures are reported to which receivers, and when. */
export interface AlertRule {
  readonly id: string;
  readonly receivers: readonly string[];
  /** Ids of rotas: who is on call is notified too. */
  readonly rotas: readonly string[];
  /** The rule applies to checks that any of these three lists name; to all checks if the lists are empty. */
  readonly components: readonly string[];
  readonly groups: readonly string[];
  readonly checks: readonly string[];
  readonly afterBadSlots: number;
  readonly includesDegraded: boolean;
  readonly severity: AlertSeverity;
  /** Null if an alert is sent only once. */
  readonly repeatMinutes: number | null;
  readonly escalation: { readonly afterMinutes: number; readonly to: readonly string[] } | null;
  readonly tellsRecovery: boolean;
  readonly quietHours: QuietHours | null;
}

export const DAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** When receivers get a test each week, in the local time of a time zone, e.g. `10:00`. */
export interface WeeklyTest {
  readonly day: (typeof DAYS)[number];
  readonly at: string;
  readonly timeZone: string;
  readonly receivers: readonly string[];
}

/** Hours of each day, in the local time of a time zone, e.g. `22:00`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}
