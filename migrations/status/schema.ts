import type { ColumnType, Generated, Kysely, Transaction } from "kysely";
import type { AlertConfigurationTable, AlertMessageTable, AlertTable } from "./alert-tables.ts";
import type { AskedRunTable, ConsoleSessionTable, ConsoleVisitTable } from "./console-tables.ts";
import type { DriftStateTable, DriftTable } from "./drift-tables.ts";
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

/** The monitor's database. The prober writes it, the status API reads it; nothing else connects them. */
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
  asked_runs: AskedRunTable;
  drift_states: DriftStateTable;
  drifts: DriftTable;
  alert_configuration: AlertConfigurationTable;
  alerts: AlertTable;
  alert_messages: AlertMessageTable;
}

/** The monitor's database, or a transaction in it. */
export type Database = Kysely<StatusDatabase>;

/** A transaction in the monitor's database. */
export type DatabaseTransaction = Transaction<StatusDatabase>;

/** What one run of a check found; `prober_error` says nothing about the target. */
export type ObservationResult = "ok" | "degraded" | "failed" | "prober_error";

/** What several observations together say of a check. */
export type CheckVerdict = "up" | "degraded" | "down";

/** How one component changed with an incident update, in Statuspage's shape. */
export interface AffectedComponent {
  /** The component's id. */
  code: string;
  name: string;
  old_status: ComponentStatus;
  new_status: ComponentStatus;
}

/** Milliseconds of each phase of the measured exchange; a phase that did not happen is absent. */
export type ObservationPhases = Partial<
  Record<"dns" | "connect" | "tls" | "first_byte" | "transfer", number>
>;

/** Figures a check took, by name with unit, e.g. `word_error_ratio`, `audio_seconds`. */
export type ObservationMeasures = Record<string, number>;

/** A json column: read parsed, written as text, which both database systems take alike. */
export type Json<Value> = ColumnType<Value, string, string>;

/** The status page itself; one row, written from monitor.yaml when a prober starts. */
interface PageTable {
  id: string;
  name: Json<TextByLanguage>;
  url: string;
  /** IANA name, e.g. `Europe/Istanbul`. */
  time_zone: string;
  /** The share of such an outage's time that counts as downtime, 0 to 1. */
  partial_outage_weight: Generated<number>;
  major_outage_weight: Generated<number>;
  /** Null where a prober of before wrote the row. */
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
  /** The uptime in percent that is promised or aimed at; null where none is. */
  objective: number | null;
  /** Ids of the components that it stands on; null where a prober of before wrote the row. */
  depends_on: Json<string[] | null> | null;
  /** Whether its monthly figures are shown to everybody. */
  report_public: Generated<boolean>;
  /** What a person says of it until a time, in place of its checks. */
  override: Json<ComponentOverride | null> | null;
  /** Until when observations cover the open interval, which counts as `unknown` after it; null before the first one. */
  known_until: Date | null;
  /** Moves on with every change of its rows in component_states. */
  history_number: Generated<number>;
  created_at: Date;
  removed_at: Date | null;
}

/** What a person says of a component; epoch milliseconds. */
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
  /** The limit on the 95th percentile of what its runs take, and the window; null where it has none. */
  slow_p95: Json<SlowP95Limit | null> | null;
  /** Since when it is run with this period; null where nobody wrote it down. */
  scheduled_since: Date | null;
  /** What people on call read when it fails; null where none is named. */
  runbook_url: string | null;
  removed_at: Date | null;
}

/** How long the percentile may be, and the window that it is of. */
type SlowP95Limit = Record<"limitMs" | "windowMs", number>;

/** Who runs a check's slot at a location: whoever inserts the row. Kept for two days. */
interface SlotClaimTable {
  check_id: string;
  location: string;
  /** The slot's start, a multiple of the period since the epoch. */
  slot: Date;
  /** `probers.id` of the holder. */
  prober: string;
  claimed_at: Date;
}

/** What each attempt of each run found, in one partition per UTC day of the slots: `observations_20261121`. */
interface ObservationTable {
  check_id: string;
  location: string;
  slot: Date;
  /** 1, or 2 for the retry. */
  attempt: number;
  /** `probers.id` of who ran it. */
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
  /** The name of the clip that was sent; null where none was, or a prober of before wrote the row. */
  clip: string | null;
  /** Whether this attempt is the slot's result: the last attempt is, an earlier one is kept beside it. */
  counted: boolean;
  /** Whether this attempt passed after a failed one in the same slot. */
  retried: boolean;
}

/** What a check found at a location in one hour of slots. An hour in which nothing was observed or due has no row. */
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
  /** Slots without a result that were due while a prober of the location lived, or that were claimed. */
  missed: number;
  /** Milliseconds of the runs that passed, retries' first attempts aside; null when none did. */
  duration: Json<Percentiles | null> | null;
  /** Likewise of each phase that any of them had. */
  phases: Json<Partial<Record<keyof ObservationPhases, Percentiles>>>;
  /** Of each measure, e.g. `word_error_ratio`, over all results that have it. */
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

/** Hours whose figures were made, or, with `computed_at` null, are to be made. Kept for two years. */
interface FigureHourTable {
  hour: Date;
  computed_at: Date | null;
}

/** What each check's observations together say now; one row per check that was ever observed. */
interface CheckStateTable {
  check_id: string;
  /** Null until observations suffice: one that passes, or two slots in a row that do not. */
  verdict: CheckVerdict | null;
  /** When the first run of the streak began that made the verdict. */
  since: Date | null;
  /** Reason of the newest observation that did not pass; null while `up`. */
  reason: string | null;
  /** The newest slot that was judged, and what it said. */
  last_slot: Date;
  last_result: "ok" | "degraded" | "failed";
  /** When the first run began that saw it; null where a prober of before wrote the row. */
  last_seen_at: Date | null;
  /** Observations hold the verdict until here: the newest one's slot plus three periods. */
  known_until: Date;
}

/** A component's history as intervals that touch; `to_at` is null for the one that is open. */
export interface ComponentStateTable {
  id: Generated<number>;
  component_id: string;
  status: ComponentStatus;
  from_at: Date;
  to_at: Date | null;
  /** The check and the reason that made the status; null for operational and unknown. */
  check_id: string | null;
  reason: string | null;
}

/** Incidents, and maintenance, whose impact is `maintenance`; `automatic` until a person takes one over. */
export interface IncidentTable {
  id: string;
  name: Json<TextByLanguage>;
  status: IncidentStatus | MaintenanceStatus;
  impact: IncidentImpact;
  automatic: boolean;
  /** When a person last gave it back to automation. */
  given_back_at: Date | null;
  /** The group whose components it has; null when they are of several or of none. */
  group_id: string | null;
  /** When the trouble began, that is the first slot of the streak that showed it. */
  started_at: Date;
  created_at: Date;
  updated_at: Date;
  /** Since when everything works again as far as is known, and is only watched; null while it does not. */
  monitoring_at: Date | null;
  /** When it was over; of a maintenance, when it was completed. */
  resolved_at: Date | null;
  /** Begin and end as announced; null unless it is a maintenance. */
  scheduled_for: Date | null;
  scheduled_until: Date | null;
  /** How a maintenance repeats; the newest of its row has it. */
  repetition: Json<Repetition | null> | null;
}

/** How a maintenance repeats; epoch milliseconds. */
export interface Repetition {
  /** An RRULE of RFC 5545, as `FREQ=WEEKLY;BYDAY=SU`. */
  rule: string;
  /** IANA name of the zone by whose clock it repeats. */
  timeZone: string;
  /** When the first one begins, from which all are counted. */
  fromMs: number;
  lengthMs: number;
  /** What is said when one is planned. */
  body: TextByLanguage;
}

/** What was said of an incident, one row per update. */
export interface IncidentUpdateTable {
  id: string;
  incident_id: string;
  status: IncidentStatus | MaintenanceStatus;
  body: Json<TextByLanguage>;
  created_at: Date;
  updated_at: Date;
  display_at: Date;
  affected: Json<AffectedComponent[]>;
  /** When it was put into the outbox of everybody whom it concerns; null before. */
  notified_at: Date | null;
}

/** Every component that an incident ever touched. */
interface IncidentComponentTable {
  incident_id: string;
  component_id: string;
  /** The component's status when an update of the incident last spoke of it. */
  status: ComponentStatus;
}

/** Who did what through the admin API; rows are added and never changed. */
interface AuditLogTable {
  id: Generated<number>;
  at: Date;
  actor: string;
  /** E.g. `incident.open`. */
  action: string;
  /** Id of what it was done to. */
  subject: string;
  request_id: string;
  /** What it was before and after; null where it was not yet or is no more. */
  before: Json<object | null> | null;
  after: Json<object | null> | null;
  /** What the client named the change, so that it is made once; null when it did not. */
  idempotency_key: string | null;
  /** SHA-256 of what was asked under that key. */
  request_hash: string | null;
}

/** What a speech run sent and got: of failed ones, and of the newest that passed. */
export interface EvidenceTable {
  id: string;
  check_id: string;
  component_id: string;
  location: string;
  slot: Date;
  attempt: number;
  kept_at: Date;
  passed: boolean;
  result: ObservationResult;
  reason: string | null;
  /** Texts with their differences, phases, measures, request ids, close code, versions, seed. */
  facts: Json<object>;
  /** Of its audio. */
  bytes: number;
  /** Whether a person asked for the run; it stands beside those of slots. */
  asked: Generated<boolean>;
}

/** The audio of a run. */
interface EvidenceAudioTable {
  evidence_id: string;
  name: "sent" | "received";
  content_type: string;
  content: Buffer;
}

/** Probers that ever started. One whose `last_seen_at` is older than two minutes is taken for gone. */
interface ProberTable {
  id: string;
  location: string;
  started_at: Date;
  last_seen_at: Date;
  /** The oldest slot of which it has results that are still to be stored, from when the database was away. */
  spooled_from: Date | null;
  /** Since when it reads another monitor.yaml than the one that all see; null while it reads the same. */
  differs_since: Date | null;
}

/** A monitor.yaml that all saw; the newest one they still do. */
interface ConfigurationVersionTable {
  /** Counts up. */
  number: number;
  /** Of what the file says, its variables not replaced. */
  digest: string;
  /** `version` of the file. */
  file_version: number | null;
  /** Where it was stored from. */
  location: string;
  stored_at: Date;
}

/** A place that a prober ran at. */
interface LocationTable {
  name: string;
  /** Counts up from 0, in the order in which they came. */
  number: number;
}

/** One row, whose number moves on with everything that readers see; writers lock it and so wait for each other. */
interface RevisionTable {
  id: number;
  number: number;
  changed_at: Date;
  /** Moves on with every change of incidents, their components and what was said of them. */
  stories: Generated<number>;
}

/** What the first status API to start generated for all. */
interface SecretTable {
  name: string;
  value: string;
}
