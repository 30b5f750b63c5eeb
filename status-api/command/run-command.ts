import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  AuditAnswer,
  EvidenceAnswer,
  IncidentAnswer,
  listAnswer,
  MaintenanceAnswer,
  SubscriberAnswer,
  WholeEvidenceAnswer,
} from "../admin/answers.ts";
import type { AdminApi, AdminRequest } from "./admin-api.ts";
import type { Answer } from "./answer.ts";
import type { Command } from "./command.ts";
import { CommandError } from "./usage-error.ts";

type CommandOf<Verb extends Command["verb"]> = Extract<Command, { readonly verb: Verb }>;

type ListCommand = CommandOf<
  "list-incidents" | "list-maintenances" | "audit" | "list-evidence" | "list-subscribers"
>;

/** Carries a command out. Throws CommandError. */
export async function runCommand(command: Command, api: AdminApi): Promise<Answer> {
  switch (command.verb) {
    case "list-incidents":
    case "list-maintenances":
    case "audit":
    case "list-evidence":
    case "list-subscribers":
      return list(command, api);
    case "show-incident":
    case "open-incident":
    case "update-incident":
    case "resolve-incident":
    case "write-postmortem":
      return { object: "incident", value: await api.ask(IncidentAnswer, incidentRequest(command)) };
    case "show-maintenance":
    case "schedule-maintenance":
    case "change-maintenance":
    case "step-maintenance": {
      const value = await api.ask(MaintenanceAnswer, maintenanceRequest(command));
      return { object: "maintenance", value };
    }
    case "extend-maintenance":
      return extendMaintenance(command, api);
    case "get-evidence":
      return getEvidence(command, api);
    case "remove-subscriber": {
      const asked = { method: "DELETE", path: `/subscribers/${segment(command.id)}` } as const;
      return { object: "subscriber", value: await api.ask(SubscriberAnswer, asked) };
    }
  }
}

async function list(command: ListCommand, api: AdminApi): Promise<Answer> {
  const { page } = command;
  switch (command.verb) {
    case "list-incidents": {
      const query = { ...page, status: command.open ? "unresolved" : undefined };
      const value = await api.ask(listAnswer(IncidentAnswer), { path: "/incidents", query });
      return { object: "incidents", value };
    }
    case "list-maintenances": {
      const query = { ...page, status: command.open ? "unfinished" : undefined };
      const value = await api.ask(listAnswer(MaintenanceAnswer), { path: "/maintenances", query });
      return { object: "maintenances", value };
    }
    case "audit": {
      const query = { ...page, subject: command.subject };
      const value = await api.ask(listAnswer(AuditAnswer), { path: "/audit-log", query });
      return { object: "audit", value };
    }
    case "list-evidence": {
      const { check, component, incident } = command;
      const query = { ...page, check, component, incident };
      const value = await api.ask(listAnswer(EvidenceAnswer), { path: "/evidence", query });
      return { object: "evidence-list", value };
    }
    case "list-subscribers": {
      const query = { ...page, status: command.active ? "active" : undefined };
      const value = await api.ask(listAnswer(SubscriberAnswer), { path: "/subscribers", query });
      return { object: "subscribers", value };
    }
  }
}

function incidentRequest(
  command: CommandOf<
    "show-incident" | "open-incident" | "update-incident" | "resolve-incident" | "write-postmortem"
  >,
): AdminRequest {
  if (command.verb === "open-incident") {
    const { verb: _, since, impact = "minor", components = [], ...fields } = command;
    const body = { ...fields, impact, components, started_at: isoOf(since) };
    return { method: "POST", path: "/incidents", body };
  }
  const { verb, id, ...body } = command;
  const one = `/incidents/${segment(id)}`;
  switch (verb) {
    case "show-incident":
      return { path: one };
    case "update-incident":
      return { method: "POST", path: `${one}/updates`, body };
    case "resolve-incident":
      return { method: "POST", path: `${one}/resolve`, body };
    case "write-postmortem":
      return { method: "POST", path: `${one}/postmortem`, body };
  }
}

function maintenanceRequest(
  command: CommandOf<
    "show-maintenance" | "schedule-maintenance" | "change-maintenance" | "step-maintenance"
  >,
): AdminRequest {
  switch (command.verb) {
    case "show-maintenance":
      return { path: `/maintenances/${segment(command.id)}` };
    case "schedule-maintenance": {
      const { verb: _, from, until, components = [], ...fields } = command;
      const times = { scheduled_for: isoOf(from), scheduled_until: isoOf(until) };
      return { method: "POST", path: "/maintenances", body: { ...fields, components, ...times } };
    }
    case "change-maintenance": {
      const { verb: _, id, from, until, ...fields } = command;
      const body = { ...fields, scheduled_for: isoOf(from), scheduled_until: isoOf(until) };
      return { method: "PATCH", path: `/maintenances/${segment(id)}`, body };
    }
    case "step-maintenance": {
      const { verb: _, id, step, ...body } = command;
      return { method: "POST", path: `/maintenances/${segment(id)}/${step}`, body };
    }
  }
}

async function extendMaintenance(
  { id, end }: CommandOf<"extend-maintenance">,
  api: AdminApi,
): Promise<Answer> {
  const one = `/maintenances/${segment(id)}`;
  const endMs =
    "atMs" in end
      ? end.atMs
      : Date.parse((await api.ask(MaintenanceAnswer, { path: one })).scheduled_until) +
        end.laterByMs;
  const body = { scheduled_until: isoOf(endMs) };
  const value = await api.ask(MaintenanceAnswer, { method: "PATCH", path: one, body });
  return { object: "maintenance", value };
}

async function getEvidence(
  { id, directory }: CommandOf<"get-evidence">,
  api: AdminApi,
): Promise<Answer> {
  const value = await api.ask(WholeEvidenceAnswer, { path: `/evidence/${segment(id)}` });
  if (directory === undefined) return { object: "evidence", value, saved: [] };
  const facts = { filename: `${value.check_id}-${value.id}.json`, bytes: jsonBytes(value) };
  const files = [facts];
  for (const audio of value.audio) files.push(await api.download(audio.path));
  const saved: string[] = [];
  try {
    await mkdir(directory, { recursive: true });
    for (const { filename, bytes } of files) {
      const file = path.join(directory, path.basename(filename));
      await writeFile(file, bytes);
      saved.push(file);
    }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandError(`--save ${directory}: nothing can be written there (${code})`);
  }
  return { object: "evidence", value, saved };
}

function jsonBytes(value: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

function segment(id: string): string {
  return encodeURIComponent(id);
}

function isoOf(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}
