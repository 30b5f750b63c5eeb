import type { Kysely } from "kysely";

import type {
  AffectedComponent,
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import { changeAlways } from "#monitor/store/revision.ts";
import { storedText } from "../databases/stored-text.ts";

type Database = Kysely<StatusDatabase>;

/** The groups and components of the interface, with the names a reader sees. */
const groups = [
  { id: "group-api", name: storedText("API"), members: ["stt-file", "stt-stream", "tts"] },
  { id: "group-web", name: storedText("Web"), members: ["web", "docs", "dashboard", "demo"] },
];

const components: Readonly<
  Record<string, [en: string, tr: string, aboutEn: string, aboutTr: string]>
> = {
  "stt-file": [
    "File transcription",
    "Dosyadan transkripsiyon",
    "Audio files to text",
    "Ses dosyalarını yazıya döker",
  ],
  "stt-stream": [
    "Live transcription",
    "Canlı transkripsiyon",
    "Streamed audio to text",
    "Konuşmayı sürerken yazıya döker",
  ],
  tts: ["Speech synthesis", "Seslendirme", "Text to speech", "Metni seslendirir"],
  web: ["Website", "Web sitesi", "The public website", "Hizmetin web sitesi"],
  docs: ["API documentation", "API belgeleri", "Guides and reference", "Kılavuzlar ve referans"],
  dashboard: ["Dashboard", "Panel", "Account, keys and usage", "Hesap, anahtarlar ve kullanım"],
  demo: ["Live demos", "Canlı demolar", "Microphone and voice demos", "Mikrofon ve ses demoları"],
};

export const componentIds: readonly string[] = Object.keys(components);

/** Writes the page of the interface as a prober does when it starts: seven components, nothing observed yet. */
export async function setUpPage(db: Database, atMs: number): Promise<void> {
  const at = new Date(atMs);
  await db
    .insertInto("page")
    .values({
      id: "speech",
      name: storedText("Speech Status", "Konuşma Durumu"),
      url: "https://status.example.org",
      time_zone: "Europe/Istanbul",
      updated_at: at,
    })
    .execute();
  for (const [groupIndex, { members, ...group }] of groups.entries()) {
    await db
      .insertInto("component_groups")
      .values({ ...group, position: groupIndex + 1, removed_at: null })
      .execute();
    for (const [index, id] of members.entries()) {
      const [name = id, nameTr, description = "", descriptionTr] = components[id] ?? [];
      await db
        .insertInto("components")
        .values({
          id,
          name: storedText(name, nameTr),
          description: storedText(description, descriptionTr),
          group_id: group.id,
          position: index + 1,
          showcase: true,
          only_show_if_degraded: false,
          objective: null,
          known_until: null,
          created_at: at,
          removed_at: null,
        })
        .execute();
    }
  }
  await moveRevision(db, atMs);
}

/** One status of a component's history; the last of a component stays open. */
export interface StatusStart {
  readonly status: ComponentStatus;
  readonly fromMs: number;
}

/** Writes a component's history: each status lasts until the next, the last one is known until `knownUntilMs`. */
export async function writeHistory(
  db: Database,
  componentId: string,
  starts: readonly StatusStart[],
  knownUntilMs: number,
): Promise<void> {
  await db.deleteFrom("component_states").where("component_id", "=", componentId).execute();
  for (const [index, { status, fromMs }] of starts.entries()) {
    const next = starts[index + 1];
    await db
      .insertInto("component_states")
      .values({
        component_id: componentId,
        status,
        from_at: new Date(fromMs),
        to_at: next === undefined ? null : new Date(next.fromMs),
        check_id: null,
        reason: null,
      })
      .execute();
  }
  await db
    .updateTable("components")
    .set({ known_until: new Date(knownUntilMs) })
    .where("id", "=", componentId)
    .execute();
}

/** Writes a page whose components were all operational for the last hour, and are known to be until `knownUntilMs`. */
export async function writeOperationalHour(
  db: Database,
  nowMs: number,
  knownUntilMs: number,
): Promise<void> {
  const fromMs = nowMs - 60 * 60_000;
  await setUpPage(db, fromMs);
  for (const id of componentIds) {
    await writeHistory(db, id, [{ status: "operational", fromMs }], knownUntilMs);
  }
  await moveRevision(db, nowMs);
}

export interface WrittenIncident {
  readonly id: string;
  readonly name: string;
  readonly nameTr?: string;
  readonly impact: IncidentImpact;
  /** Whether automation tells of it, which waits a minute before subscribers are told; it does unless told. */
  readonly automatic?: boolean;
  readonly componentIds: readonly string[];
  /** When its trouble began; with its first update unless told. */
  readonly startedAtMs?: number;
  /** Oldest first; the last one's status is the incident's. */
  readonly updates: readonly WrittenUpdate<IncidentStatus>[];
}

interface WrittenUpdate<Status> {
  readonly status: Status;
  readonly body: string;
  readonly bodyTr?: string;
  readonly atMs: number;
  readonly affected?: AffectedComponent[];
}

/** Writes an incident with its updates; one whose last update is `resolved` is resolved then. */
export async function writeIncident(db: Database, incident: WrittenIncident): Promise<void> {
  const [first] = incident.updates;
  const last = incident.updates.at(-1);
  if (first === undefined || last === undefined)
    throw new Error("an incident has at least one update");
  const at = (status: IncidentStatus): Date | null => {
    const update = incident.updates.find((one) => one.status === status);
    return update === undefined ? null : new Date(update.atMs);
  };
  await db
    .insertInto("incidents")
    .values({
      id: incident.id,
      name: storedText(incident.name, incident.nameTr),
      status: last.status,
      impact: incident.impact,
      automatic: incident.automatic ?? true,
      group_id: null,
      started_at: new Date(incident.startedAtMs ?? first.atMs),
      created_at: new Date(first.atMs),
      updated_at: new Date(last.atMs),
      monitoring_at: at("monitoring"),
      resolved_at: at("resolved"),
    })
    .execute();
  for (const component_id of incident.componentIds) {
    await db
      .insertInto("incident_components")
      .values({ incident_id: incident.id, component_id, status: "major_outage" })
      .execute();
  }
  await writeUpdates(db, incident.id, incident.updates);
}

async function writeUpdates(
  db: Database,
  eventId: string,
  updates: readonly WrittenUpdate<IncidentStatus | MaintenanceStatus>[],
): Promise<void> {
  for (const [index, update] of updates.entries()) {
    const updatedAt = new Date(update.atMs);
    await db
      .insertInto("incident_updates")
      .values({
        id: `${eventId}-${index}`,
        incident_id: eventId,
        status: update.status,
        body: storedText(update.body, update.bodyTr),
        created_at: updatedAt,
        updated_at: updatedAt,
        display_at: updatedAt,
        affected: JSON.stringify(update.affected ?? []),
      })
      .execute();
  }
}

export interface WrittenMaintenance {
  readonly id: string;
  readonly name: string;
  readonly nameTr?: string;
  readonly status: MaintenanceStatus;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly componentIds: readonly string[];
  /** When it was announced; a day before it begins unless told otherwise. */
  readonly announcedAtMs?: number;
  /** What was said of it after it was announced, oldest first. */
  readonly updates?: readonly WrittenUpdate<MaintenanceStatus>[];
}

/** Writes a maintenance; one that is completed was so at its end. */
export async function writeMaintenance(db: Database, written: WrittenMaintenance): Promise<void> {
  const { id, name, nameTr, status, fromMs, untilMs, componentIds, updates = [] } = written;
  const announcedAt = new Date(written.announcedAtMs ?? fromMs - 24 * 60 * 60_000);
  await db
    .insertInto("incidents")
    .values({
      id,
      name: storedText(name, nameTr),
      status,
      impact: "maintenance",
      automatic: false,
      started_at: new Date(fromMs),
      created_at: announcedAt,
      updated_at: announcedAt,
      resolved_at: status === "completed" ? new Date(untilMs) : null,
      scheduled_for: new Date(fromMs),
      scheduled_until: new Date(untilMs),
    })
    .execute();
  for (const component_id of componentIds) {
    await db
      .insertInto("incident_components")
      .values({ incident_id: id, component_id, status: "under_maintenance" })
      .execute();
  }
  const announcement = {
    status: updates.length === 0 ? status : ("scheduled" as const),
    body: `${name}: it may be away for a few minutes.`,
    ...(nameTr !== undefined && { bodyTr: `${nameTr}: birkaç dakikalık kesinti olabilir.` }),
    atMs: announcedAt.getTime(),
  };
  await writeUpdates(db, id, [announcement, ...updates]);
}

/** Says, as every writer does, that readers have something new to read. */
export async function moveRevision(db: Database, atMs: number): Promise<void> {
  await changeAlways(db, atMs, async () => {});
}
