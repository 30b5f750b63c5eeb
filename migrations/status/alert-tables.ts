import type { Generated } from "kysely";
import type { Json } from "./schema.ts";

/** How bad an alert is. */
export type AlertSeverity = "critical" | "warning" | "info";

/** What a message tells of an alert. */
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
  /** Null where nobody asked for tests. */
  weekly_test: Json<object> | null;
}

/** A check that fails, for a rule; open until it is resolved or withdrawn, and one at a time. */
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
  /** Null while nobody was told of it, as in quiet hours. */
  told_at: Date | null;
  last_told_at: Date | null;
  repeats: Generated<number>;
  escalated_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  resolved_at: Date | null;
  /** Whether its check or its rule left monitor.yaml, and nothing recovered. */
  withdrawn: Generated<boolean>;
  /** The alert that began the thread it is told in; null while that is not decided. */
  thread: Generated<string | null>;
}

/** What one receiver is told of an alert, once. */
export interface AlertMessageTable {
  id: Generated<number>;
  /** Null for a test. */
  alert_id: string | null;
  receiver: string;
  kind: AlertMessageKind;
  /** Which repetition it is; of a weekly test, which week. */
  number: Generated<number>;
  queued_at: Date;
  /** When it is to be tried; while it is tried, when its process counts as dead. */
  due_at: Date;
  attempts: Generated<number>;
  delivered_at: Date | null;
  given_up_at: Date | null;
  last_error: string | null;
  /** Since when it is on its way; null again once its outcome is known. */
  sending_since: Date | null;
  /** Whether an attempt may have reached the receiver though nobody said so. */
  may_have_arrived: Generated<boolean>;
  /** The message that tells this one along; it shares what comes of that. */
  carried_by: Generated<number | null>;
}
