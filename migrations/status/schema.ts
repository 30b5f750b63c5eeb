import type { Generated, Kysely, Transaction } from "kysely";
import type {
  AlertConfigurationTable,
  AlertMessageTable,
  AlertTable,
  OnCallOverrideTable,
} from "./alert-tables.ts";
import type {
  CheckVerdict,
  Json,
  JsonWithDefault,
  ObservationMeasures,
  ObservationPhases,
  ObservationResult,
} from "./columns.ts";
import type {
  RequestedRunTable,
  ConsoleSessionTable,
  ConsoleVisitTable,
} from "./console-tables.ts";
import type { DriftStateTable, DriftTable } from "./drift-tables.ts";
import type { EvidenceAudioTable, EvidenceTable } from "./evidence-tables.ts";
import type {
  CheckImpact,
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "./statuses.ts";
import type { OutboxTable, SubscriberTable } from "./subscriber-tables.ts";
import type { StoredIdentity, StoredPicture, TextByLanguage } from "./stored-identity.ts";

export type { CheckImpact, ComponentStatus, IncidentImpact, IncidentStatus, MaintenanceStatus };
export type { CheckVerdict, ObservationMeasures, ObservationPhases, ObservationResult };

/** The monitor's database. The prober writes it and the status API reads it; they have no other connection. */
export interface StatusDatabase {
  page: PageTable;
  component_groups: ComponentGroupTable;
  components: ComponentTable;
  checks: CheckTable;
  slot_claims: SlotClaimTable;
  observations: ObservationTable;
  hourly_figures: HourlyFigureTable;
  figure_hours: FigureHourTable;
  check_states: CheckStateTable;
  component_states: ComponentStateTable;
  incidents: IncidentTable;
  incident_updates: IncidentUpdateTable;
  incident_components: IncidentComponentTable;
  subscribers: SubscriberTable;
  outbox: OutboxTable;
  audit_log: AuditLogTable;
  evidence: EvidenceTable;
  evidence_audio: EvidenceAudioTable;
  probers: ProberTable;
  configuration_versions: ConfigurationVersionTable;
  locations: LocationTable;
  revision: RevisionTable;
  secrets: SecretTable;
  console_sessions: ConsoleSessionTable;
  console_visits: ConsoleVisitTable;
  asked_runs: RequestedRunTable;
  drift_states: DriftStateTable;
  drifts: DriftTable;
  alert_configuration: AlertConfigurationTable;
  alerts: AlertTable;
  alert_messages: AlertMessageTable;
  on_call_overrides: OnCallOverrideTable;
}

/** The monitor's database, or a transaction in it. */
export type Database = Kysely<StatusDatabase>;

/** A transaction in the monitor's database. */
export type DatabaseTransaction = Transaction<StatusDatabase>;

/** How one component changed with an incident update, in Statuspage's shape. */
export interface AffectedComponent {
  /** The component's id. */
  code: string;
  name: string;
  old_status: ComponentStatus;
  new_status: ComponentStatus;
}

/** The status page itself; one row, written from monitor.yaml when a prober starts. */
interface PageTable {
  id: string;
  name: Json<TextByLanguage>;
  url: string;
  /** IANA name, e.g. `Europe/Istanbul`. */
  time_zone: string;
  /** The share of a partial or major outage's time that counts as downtime, 0 to 1. */
  partial_outage_weight: Generated<number>;
  major_outage_weight: Generated<number>;
  /** Null in a row written by an older prober. */
  identity: Json<StoredIdentity> | null;
  /** The pictures that the identity names. */
  pictures: Json<StoredPicture[]> | null;
  updated_at: Date;
}

/** Groups of monitor.yaml. One that left the file keeps its row and gets `removed_at`. */
interface ComponentGroupTable {
  id: string;
  name: Json<TextByLanguage>;
  /** 1-based, among groups. */
  position: number;
  removed_at: Date | null;
}

/** Components of monitor.yaml. One that left the file keeps its row and its history and gets `removed_at`. */
interface ComponentTable {
  id: string;
  name: Json<TextByLanguage>;
  description: Json<TextByLanguage>;
  /** Null for a component outside any group. */
  group_id: string | null;
  /** 1-based, within its group. */
  position: number;
  showcase: boolean;
  only_show_if_degraded: boolean;
  /** The uptime in percent that is promised or aimed at; null if there is none. */
  objective: number | null;
  /** Ids of the components that it depends on; null in a row written by an older prober. */
  depends_on: Json<string[] | null> | null;
  /** Whether its monthly figures are public. */
  report_public: Generated<boolean>;
  /** A status set by a person until a given time, in place of the checks' result. */
  override: Json<ComponentOverride | null> | null;
  /** Until when observations cover the open interval, which counts as `unknown` afterwards; null before the first. */
  known_until: Date | null;
  /** Increases with every change of its rows in component_states. */
  history_number: Generated<number>;
  created_at: Date;
  removed_at: Date | null;
}

/** A component status set by a person; times in epoch milliseconds. */
export interface ComponentOverride {
  status: Exclude<ComponentStatus, "unknown" | "under_maintenance">;
  sinceMs: number;
  untilMs: number;
}

/** Checks of monitor.yaml. One that left the file keeps its row and gets `removed_at`. */
interface CheckTable {
  id: string;
  component_id: string;
  /** The member of probes/kinds that runs it. */
  kind: string;
  period_seconds: number;
  impact: CheckImpact;
  /** The limit on the 95th percentile of its runs' duration, and the window; null if it has none. */
  slow_p95: Json<SlowP95Limit | null> | null;
  /** Since when it runs with this period; null if not recorded. */
  scheduled_since: Date | null;
  /** URL of its runbook, for people on call when it fails; null if there is none. */
  runbook_url: string | null;
  /** Whether evidence of its runs is kept. */
  keeps_runs: Generated<boolean>;
  removed_at: Date | null;
}

/** The maximum of the percentile, and the window over which it is computed. */
type SlowP95Limit = Record<"limitMs" | "windowMs", number>;

/** Claims on a check's slot at a location: the prober that inserts the row runs it. Kept for two days. */
interface SlotClaimTable {
  check_id: string;
  location: string;
  /** The slot's start, a multiple of the period since the epoch. */
  slot: Date;
  /** `probers.id` of the holder. */
  prober: string;
  claimed_at: Date;
}

/** The result of each attempt of each run, in one partition per UTC day of the slots: `observations_20261121`. */
interface ObservationTable {
  check_id: string;
  location: string;
  slot: Date;
  /** 1, or 2 for the retry of a failure and for the confirmation of a recovery. */
  attempt: number;
  /** `probers.id` of the prober that ran it. */
  prober: string;
  started_at: Date;
  duration_ms: number;
  result: ObservationResult;
  /** Member of the closed list in monitor/domain/reasons.json; null when `ok`. */
  reason: string | null;
  /** One line for an engineer. */
  message: string | null;
  phases: Json<ObservationPhases>;
  measures: Json<ObservationMeasures>;
  /** The name of the clip that was sent; null if none was, or in a row written by an older prober. */
  clip: string | null;
  /** Whether this attempt is the slot's result: the last attempt is, an earlier one is kept beside it. */
  counted: boolean;
  /** Whether this attempt passed after a failed one in the same slot. */
  retried: boolean;
}

/** Figures of a check at a location for one hour of slots. An hour in which nothing was observed or due has no row. */
interface HourlyFigureTable {
  check_id: string;
  location: string;
  /** The hour's start, whole in UTC; a slot belongs to the hour that it begins in. */
  hour: Date;
  /** Slots with a result; below, how many of them failed, were degraded, were prober errors, or passed on the retry. */
  count: number;
  failures: number;
  degraded: number;
  prober_errors: number;
  retried: number;
  /** Slots without a result that were due while a prober of the location was alive, or that were claimed. */
  missed: number;
  /** Duration in ms of the runs that passed, without the first attempts of retried runs; null when none passed. */
  duration: Json<Percentiles | null> | null;
  /** Likewise for each phase that any of them had. */
  phases: Json<Partial<Record<keyof ObservationPhases, Percentiles>>>;
  /** By measure, e.g. `word_error_ratio`, over all results that have it. */
  measures: Json<Record<string, MeanAndMaximum>>;
}

/** Interpolated between the two nearest values, as spreadsheets do. */
interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/** A measure over several runs. */
interface MeanAndMaximum {
  mean: number;
  max: number;
}

/** Hours whose figures were computed or, with `computed_at` null, have yet to be. Kept for two years. */
interface FigureHourTable {
  hour: Date;
  computed_at: Date | null;
}

/** The current state of each check, judged from its observations; one row per check that was ever observed. */
export interface CheckStateTable {
  check_id: string;
  /** Null until observations suffice: one that passes, or two slots in a row that do not. */
  verdict: CheckVerdict | null;
  /** When the first run of the streak that led to the verdict began. */
  since: Date | null;
  /** Reason of the newest observation that did not pass; null while `up`. */
  reason: string | null;
  /** When the first run began that did not pass for it, or for a reason related to it, in a row; null in a row of an older prober. */
  reason_since: Date | null;
  /** The newest slot that was judged, and its result. */
  last_slot: Date;
  last_result: "ok" | "degraded" | "failed";
  /** When the first run with that result began; null in a row written by an older prober. */
  last_seen_at: Date | null;
  /** Until when the verdict holds: the newest observation's slot plus three periods. */
  known_until: Date;
}

/** A component's history as contiguous intervals; `to_at` is null for the open one. */
export interface ComponentStateTable {
  id: Generated<number>;
  component_id: string;
  status: ComponentStatus;
  from_at: Date;
  to_at: Date | null;
  /** The check and the reason that caused the status; null for operational and unknown. */
  check_id: string | null;
  reason: string | null;
}

/** Incidents, and maintenances, whose impact is `maintenance`; `automatic` until a person takes one over. */
export interface IncidentTable {
  id: string;
  name: Json<TextByLanguage>;
  status: IncidentStatus | MaintenanceStatus;
  /** Impact; the current one while an automatic incident is open. */
  impact: IncidentImpact;
  /** The worst impact that automation has published so far; null where a person said the impact, or an older prober wrote. */
  worst_impact: Exclude<IncidentImpact, "maintenance"> | null;
  automatic: boolean;
  /** When a person last handed it back to automation. */
  given_back_at: Date | null;
  /** The group of its components; null when they are of several groups or of none. */
  group_id: string | null;
  /** When the fault began: the first slot of the streak that showed it. */
  started_at: Date;
  created_at: Date;
  updated_at: Date;
  /** Since when everything appears to work again and is only monitored; null while it does not. */
  monitoring_at: Date | null;
  /** When it was over; of a maintenance, when it was completed. */
  resolved_at: Date | null;
  /** Announced begin and end; null unless it is a maintenance. */
  scheduled_for: Date | null;
  scheduled_until: Date | null;
  /** How a maintenance repeats; set only on the newest of its series. */
  repetition: Json<Repetition | null> | null;
}

/** How a maintenance repeats; times in epoch milliseconds. */
export interface Repetition {
  /** An RRULE of RFC 5545, as `FREQ=WEEKLY;BYDAY=SU`. */
  rule: string;
  /** IANA name of the time zone in whose local time it repeats. */
  timeZone: string;
  /** When the first one begins, from which all others are computed. */
  fromMs: number;
  lengthMs: number;
  /** The text of the update when one is planned. */
  body: TextByLanguage;
}

/** Updates of incidents, one row each. */
export interface IncidentUpdateTable {
  id: string;
  incident_id: string;
  status: IncidentStatus | MaintenanceStatus;
  body: Json<TextByLanguage>;
  created_at: Date;
  updated_at: Date;
  display_at: Date;
  affected: Json<AffectedComponent[]>;
  /** Whether automation wrote it. */
  automatic: Generated<boolean>;
  /** When it was put into the outbox for all subscribers whom it concerns; null before. */
  notified_at: Date | null;
}

/** Every component that an incident ever affected. */
interface IncidentComponentTable {
  incident_id: string;
  component_id: string;
  /** The component's status in the last update of the incident that named it. */
  status: ComponentStatus;
  /** The reasons for which it failed, as its updates gave them, in their order. */
  reasons: JsonWithDefault<string[]>;
}

/** Log of changes through the admin API; rows are added and never changed. */
interface AuditLogTable {
  id: Generated<number>;
  at: Date;
  actor: string;
  /**
   * The credential that vouches for the actor: the setting of the admin token, the issuer of an OpenID identity, or a
   * receiver of alerts and its vendor, and the console's session; null in entries from before it was recorded.
   */
  vouched_by: string | null;
  /** E.g. `incident.open`. */
  action: string;
  /** Id of the object that was changed. */
  subject: string;
  request_id: string;
  /** The object before and after; null if it did not exist yet or no longer exists. */
  before: Json<object | null> | null;
  after: Json<object | null> | null;
  /** The client's idempotency key, so that the change is made once; null if it sent none. */
  idempotency_key: string | null;
  /** SHA-256 of the request with that key. */
  request_hash: string | null;
}

/** Probers that ever started. One whose `last_seen_at` is older than two minutes is considered gone. */
interface ProberTable {
  id: string;
  location: string;
  started_at: Date;
  last_seen_at: Date;
  /** The oldest slot with results that it has yet to store, from a time when the database was away. */
  spooled_from: Date | null;
  /** Since when its monitor.yaml differs from the current configuration version; null while they are the same. */
  differs_since: Date | null;
}

/** Versions of monitor.yaml that were in effect; the newest still is. */
interface ConfigurationVersionTable {
  /** Counts up. */
  number: number;
  /** Digest of the file's content, with its variables not replaced. */
  digest: string;
  /** `version` of the file. */
  file_version: number | null;
  /** Location of the prober that stored it. */
  location: string;
  stored_at: Date;
}

/** Locations at which a prober ever ran. */
interface LocationTable {
  name: string;
  /** Counts up from 0, in the order of their first appearance. */
  number: number;
}

/** Rows of which one counts each change that readers see: the first those of who is alone, the others those beside others. */
interface RevisionTable {
  id: number;
  number: number;
  changed_at: Date;
  /** In the first row: increases with every change of incidents, their components and their updates. */
  stories: Generated<number>;
}

/** Secrets that all status APIs share, generated by the first to start. */
interface SecretTable {
  name: string;
  value: string;
  /** Whether `value` is encrypted (monitor/store/shared-secret.ts). */
  is_sealed: Generated<boolean>;
}
