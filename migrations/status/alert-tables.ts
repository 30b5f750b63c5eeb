import type { Generated } from "kysely";
import type { Json, JsonWithDefault } from "./columns.ts";

/** How bad an alert is. */
export type AlertSeverity = "critical" | "warning" | "info";

/** The event of an alert that a message reports. */
export type AlertMessageKind =
  | "trigger"
  | "repeat"
  | "escalate"
  | "acknowledge"
  | "resolve"
  | "withdraw"
  | "test";

/** One row with the alerts of monitor.yaml; receivers hold the secrets of their channels. */
export interface AlertConfigurationTable {
  id: number;
  receivers: Json<readonly object[]>;
  rules: Json<readonly object[]>;
  people: JsonWithDefault<readonly object[]>;
  rotas: JsonWithDefault<readonly object[]>;
  /** Null if no tests are configured. */
  weekly_test: Json<object> | null;
}

/** Overrides: people who are on call in place of those whose turn it is. */
export interface OnCallOverrideTable {
  id: string;
  rota: string;
  person: string;
  from_at: Date;
  to_at: Date;
  said_by: string;
  created_at: Date;
}

/** Alerts of a rule for a failing check; open until resolved or withdrawn, and only one open at a time. */
export interface AlertTable {
  id: string;
  rule: string;
  check_id: string;
  component_id: string;
  severity: AlertSeverity;
  failing_since: Date;
  reason: string | null;
  locations: Json<readonly string[]>;
  last_good: Date | null;
  fired_at: Date;
  /** When its first message was queued; null before, as in quiet hours. */
  told_at: Date | null;
  last_told_at: Date | null;
  repeats: Generated<number>;
  escalated_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  resolved_at: Date | null;
  /** Whether it ended because its check or its rule left monitor.yaml, or another alert took its place, not by recovery. */
  withdrawn: Generated<boolean>;
  /** Whether it was withdrawn for an alert of the same check, which now fails for another cause. */
  replaced: Generated<boolean>;
  /** The alert that began its message thread; null while that is undecided. */
  thread: Generated<string | null>;
}

/** Messages about alerts, each for one receiver and sent once. */
export interface AlertMessageTable {
  id: Generated<number>;
  /** Null for a test. */
  alert_id: string | null;
  receiver: string;
  kind: AlertMessageKind;
  /** Number of the repetition; for a weekly test, of the week. */
  number: Generated<number>;
  queued_at: Date;
  /** When it is to be tried; during an attempt, when its process is considered dead. */
  due_at: Date;
  attempts: Generated<number>;
  delivered_at: Date | null;
  given_up_at: Date | null;
  last_error: string | null;
  /** When the current attempt began; null again once its outcome is known. */
  sending_since: Date | null;
  /** Whether an attempt without a known outcome may have reached the receiver. */
  may_have_arrived: Generated<boolean>;
  /** The message that includes this one; this one shares its outcome. */
  carried_by: Generated<number | null>;
}
