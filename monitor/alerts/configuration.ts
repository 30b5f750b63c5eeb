import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import type { Language } from "#web-kit/language/languages.ts";

export const SEVERITIES = ["critical", "warning", "info"] as const satisfies AlertSeverity[];

export const ALERT_LIMITS = { receivers: 50, rules: 100, badSlots: 20 } as const;

/** `alerts` of monitor.yaml, checked and complete. */
export interface AlertConfiguration {
  readonly receivers: readonly AlertReceiver[];
  readonly rules: readonly AlertRule[];
  /** Null: a test is sent when somebody asks for it. */
  readonly weeklyTest: WeeklyTest | null;
}

/** Somebody who is told, by one channel. */
export interface AlertReceiver {
  readonly id: string;
  /** A name in channels/channels.ts. */
  readonly channel: string;
  readonly language: Language;
  /** Who is told too when this one cannot be reached. */
  readonly fallback: string | null;
  /** The channel's own, secrets among them. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** When who is told. */
export interface AlertRule {
  readonly id: string;
  readonly receivers: readonly string[];
  /** What it is about: checks that any of the three names; all where they name nothing. */
  readonly components: readonly string[];
  readonly groups: readonly string[];
  readonly checks: readonly string[];
  readonly afterBadSlots: number;
  readonly includesDegraded: boolean;
  readonly severity: AlertSeverity;
  /** Null: it is told once. */
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

/** When receivers are sent a test each week, by the clock of a time zone, as `10:00`. */
export interface WeeklyTest {
  readonly day: (typeof DAYS)[number];
  readonly at: string;
  readonly timeZone: string;
  readonly receivers: readonly string[];
}

/** Hours of each day, by the clock of a time zone, as `22:00`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}
