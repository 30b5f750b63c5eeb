import type {
  AlertAnswer,
  AlertTestAnswer,
  AuditAnswer,
  DeliveryAnswer,
  EvidenceAnswer,
  IncidentAnswer,
  ListAnswer,
  MaintenanceAnswer,
  OnCallOverrideAnswer,
  RotaAnswer,
  SubscriberAnswer,
} from "../admin/answers.ts";
import { fields, table } from "#runtime/plain-table.ts";
import { readText } from "../admin/text-fields.ts";
import { momentText } from "./moment.ts";

/** The cells of a table's columns by their titles; the first column is the id. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string>>;

export const incidentColumns: Columns<IncidentAnswer> = {
  id: ({ id }) => id,
  status: ({ status, automatic }) => `${status}${automatic ? " (automatic)" : ""}`,
  impact: ({ impact }) => impact,
  started: ({ started_at }) => momentText(started_at),
  components: ({ components }) => namesOf(components),
  name: ({ name }) => name,
};

export const maintenanceColumns: Columns<MaintenanceAnswer> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  from: ({ scheduled_for }) => momentText(scheduled_for),
  until: ({ scheduled_until }) => momentText(scheduled_until),
  components: ({ components }) => namesOf(components),
  name: ({ name }) => name,
};

export const auditColumns: Columns<AuditAnswer> = {
  id: ({ id }) => String(id),
  at: ({ at }) => momentText(at),
  actor: ({ actor }) => actor,
  "vouched by": ({ vouched_by }) => vouched_by ?? "-",
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  request: ({ request_id }) => request_id,
};

export const evidenceColumns: Columns<EvidenceAnswer> = {
  id: ({ id }) => id,
  check: ({ check_id }) => check_id,
  location: ({ location }) => location,
  slot: ({ slot }) => momentText(slot),
  result: ({ result }) => result,
  reason: ({ reason }) => reason ?? "-",
  audio: audioText,
};

export const alertColumns: Columns<AlertAnswer> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  severity: ({ severity }) => severity,
  component: ({ component }) => component,
  check: ({ check }) => check,
  since: ({ failing_since }) => momentText(failing_since),
  reason: ({ reason }) => reason ?? "-",
  by: ({ acknowledged_by }) => acknowledged_by ?? "-",
};

export const acknowledgedText = ({ id, acknowledged_by }: AlertAnswer): string =>
  `${id} is acknowledged by ${acknowledged_by}`;

export const testedText = ({ receiver, channel }: AlertTestAnswer): string =>
  `a test alert is on its way to ${receiver} (${channel})`;

export const rotaColumns: Columns<RotaAnswer> = {
  id: ({ id }) => id,
  "on call": ({ shifts: [now] }) => (now === undefined ? "-" : now.person),
  until: ({ shifts: [now] }) => (now === undefined ? "-" : momentText(now.ends_at)),
  next: ({ shifts: [, next] }) => (next === undefined ? "-" : next.person),
  overrides: ({ shifts }) =>
    shifts
      .filter(({ override }) => override !== null)
      .map(({ override, person }) => `${override} (${person})`)
      .join(", ") || "-",
};

export const overrideText = (made: OnCallOverrideAnswer): string =>
  `${made.person} is on call for ${made.rota} from ${momentText(made.begins_at)} until ${momentText(made.ends_at)} (${made.id})`;

export const overrideEndedText = ({ id, rota }: OnCallOverrideAnswer): string =>
  `${id} is over; ${rota} goes on by its turns`;

export const deliveryColumns: Columns<DeliveryAnswer> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  channel: ({ channel }) => channel,
  address: ({ address }) => address,
  queued: ({ queued_at }) => momentText(queued_at),
  attempts: ({ attempts }) => String(attempts),
  incident: ({ incident }) => incident ?? "-",
  error: ({ error }) => error ?? "-",
};

export const subscriberColumns: Columns<SubscriberAnswer> = {
  id: ({ id }) => id,
  channel: ({ channel }) => channel,
  address: ({ address }) => address,
  components: ({ components }) => (components === null ? "all" : components.join(", ")),
  since: ({ created_at }) => momentText(created_at),
  state: ({ ended_why, confirmed_at }) =>
    ended_why ?? (confirmed_at === null ? "not confirmed" : "active"),
};

/** Returns an incident as text for people; as everywhere in this file, times are local and in UTC. */
export function incidentText(incident: IncidentAnswer): string {
  const { id, name, status, impact, automatic, resolved_at } = incident;
  return statusEventText(incident, {
    incident: `${name} (${id})`,
    status: `${status}, ${impact}${automatic ? ", automatic" : ""}`,
    components: namesOf(incident.components),
    started: momentText(incident.started_at),
    resolved: resolved_at && momentText(resolved_at),
  });
}

export function maintenanceText(maintenance: MaintenanceAnswer): string {
  const { id, name, status, started_at, completed_at } = maintenance;
  return statusEventText(maintenance, {
    maintenance: `${name} (${id})`,
    status,
    components: namesOf(maintenance.components),
    from: momentText(maintenance.scheduled_for),
    until: momentText(maintenance.scheduled_until),
    started: started_at && momentText(started_at),
    completed: completed_at && momentText(completed_at),
    repeats:
      maintenance.repeats && `${maintenance.repeats.rrule} (${maintenance.repeats.time_zone})`,
  });
}

/** Returns the facts that are not null, followed by the updates. */
function statusEventText(
  { updates }: Pick<IncidentAnswer, "updates">,
  facts: Readonly<Record<string, string | null>>,
): string {
  const rows = Object.entries(facts).filter((row): row is [string, string] => row[1] !== null);
  return `${fields(rows)}\n${updatesText(updates)}`;
}

function updatesText(updates: IncidentAnswer["updates"]): string {
  return updates
    .map((update) => {
      const bodies = Object.values(readText("body", update)).map(indented).join("\n");
      return `${momentText(update.display_at)}  ${update.status}\n${bodies}\n`;
    })
    .join("");
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}

function audioText({ audio }: EvidenceAnswer): string {
  if (audio.length === 0) return "-";
  return audio.map(({ name, bytes }) => `${name} ${Math.ceil(bytes / 1024)} KiB`).join(", ");
}

function namesOf(components: readonly { readonly id: string }[]): string {
  return components.length === 0 ? "-" : components.map(({ id }) => id).join(", ");
}

export function retriedText({ id, address, status }: DeliveryAnswer): string {
  return `Delivery ${id} to ${address} is ${status}.\n`;
}

export function endedText({ address, ended_why }: SubscriberAnswer): string {
  return `${address} is no longer notified (${ended_why ?? "-"}).\n`;
}

export function listText<Item>(
  { data, has_more }: ListAnswer<Item>,
  columns: Columns<Item>,
): string {
  const rows = data.map((item) => Object.values(columns).map((cellOf) => cellOf(item)));
  const [lastId] = rows.at(-1) ?? [];
  const more = has_more && lastId !== undefined ? `There are more: --before ${lastId}\n` : "";
  return `${table(Object.keys(columns), rows)}${more}`;
}
