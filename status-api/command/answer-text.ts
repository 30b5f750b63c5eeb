import type { EvidenceAnswer, IncidentAnswer, MaintenanceAnswer } from "../admin/answers.ts";
import type { Answer } from "./answer.ts";
import { momentText } from "./moment.ts";

/** Writes an answer for a person; times by the clock of this machine and in UTC. */
export function answerText(answer: Answer): string {
  switch (answer.object) {
    case "incidents":
      return listText(
        answer.value,
        ["id", "status", "impact", "began", "components", "name"],
        ({ id, status, impact, started_at, components, name, automatic }) => [
          id,
          `${status}${automatic ? " (automatic)" : ""}`,
          impact,
          momentText(started_at),
          namesOf(components),
          name,
        ],
      );
    case "incident":
      return incidentText(answer.value);
    case "maintenances":
      return listText(
        answer.value,
        ["id", "status", "from", "until", "components", "name"],
        ({ id, status, scheduled_for, scheduled_until, components, name }) => [
          id,
          status,
          momentText(scheduled_for),
          momentText(scheduled_until),
          namesOf(components),
          name,
        ],
      );
    case "maintenance":
      return maintenanceText(answer.value);
    case "audit":
      return listText(
        answer.value,
        ["id", "at", "actor", "action", "subject", "request"],
        ({ id, at, actor, action, subject, request_id }) => [
          String(id),
          momentText(at),
          actor,
          action,
          subject,
          request_id,
        ],
      );
    case "evidence-list":
      return listText(
        answer.value,
        ["id", "check", "location", "slot", "result", "reason", "audio"],
        (evidence) => [
          evidence.id,
          evidence.check_id,
          evidence.location,
          momentText(evidence.slot),
          evidence.result,
          evidence.reason ?? "-",
          audioText(evidence),
        ],
      );
    case "evidence": {
      const saved = answer.saved.map((file) => `saved ${file}\n`).join("");
      return saved === "" ? `${JSON.stringify(answer.value, null, 2)}\n` : saved;
    }
    case "subscribers":
      return listText(
        answer.value,
        ["id", "channel", "address", "components", "since", "state"],
        ({ id, channel, address, components, created_at, confirmed_at, ended_why }) => [
          id,
          channel,
          address,
          components === null ? "all" : components.join(", "),
          momentText(created_at),
          ended_why ?? (confirmed_at === null ? "not confirmed" : "active"),
        ],
      );
    case "subscriber":
      return `${answer.value.address} is told no more (${answer.value.ended_why ?? "-"}).\n`;
  }
}

function incidentText(incident: IncidentAnswer): string {
  const rows: [string, string][] = [
    ["incident", `${incident.name} (${incident.id})`],
    ["status", `${incident.status}, ${incident.impact}${incident.automatic ? ", automatic" : ""}`],
    ["components", namesOf(incident.components)],
    ["began", momentText(incident.started_at)],
  ];
  if (incident.resolved_at !== null) rows.push(["resolved", momentText(incident.resolved_at)]);
  return `${fields(rows)}\n${updatesText(incident.updates)}`;
}

function maintenanceText(maintenance: MaintenanceAnswer): string {
  const rows: [string, string][] = [
    ["maintenance", `${maintenance.name} (${maintenance.id})`],
    ["status", maintenance.status],
    ["components", namesOf(maintenance.components)],
    ["from", momentText(maintenance.scheduled_for)],
    ["until", momentText(maintenance.scheduled_until)],
  ];
  if (maintenance.started_at !== null) rows.push(["began", momentText(maintenance.started_at)]);
  if (maintenance.completed_at !== null) rows.push(["ended", momentText(maintenance.completed_at)]);
  return `${fields(rows)}\n${updatesText(maintenance.updates)}`;
}

function updatesText(updates: IncidentAnswer["updates"]): string {
  return updates
    .map(({ status, display_at, body, body_tr }) => {
      const turkish = body_tr === null ? "" : `\n${indented(body_tr)}`;
      return `${momentText(display_at)}  ${status}\n${indented(body)}${turkish}\n`;
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

function listText<Item extends { readonly id: string | number }>(
  { data, has_more }: { readonly data: readonly Item[]; readonly has_more: boolean },
  titles: readonly string[],
  rowOf: (item: Item) => readonly string[],
): string {
  if (data.length === 0) return "(none)\n";
  const more = has_more ? `There are more: --before ${data.at(-1)?.id ?? ""}\n` : "";
  return `${table(titles, data.map(rowOf))}${more}`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [titles, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function fields(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.map(([title, value]) => `${title.padEnd(width)}  ${value}\n`).join("");
}
