import { DAY_MS } from "#units/time.ts";
import type { Kysely } from "kysely";
import type { ComponentStatus, StatusDatabase } from "#migrations/status/schema.ts";
import { uptimeWindow } from "#monitor/domain/uptime.ts";
import { storedText } from "../databases/stored-text.ts";

type Database = Kysely<StatusDatabase>;

const GROUP_SIZE = 4;
const OUTAGE_MS = 7 * 60_000;
export const LOCATIONS = ["istanbul", "frankfurt", "virginia"];
const outages: readonly ComponentStatus[] = [
  "major_outage",
  "partial_outage",
  "degraded_performance",
];
/** A statement takes 65,535 parameters at most. */
const ROWS_AT_ONCE = 2_000;

/**
 * Writes a page as three locations leave it after 90 full days: each of `components` had an outage every day, and every
 * outage of the first component made an incident with three updates.
 */
export async function writeNinetyDays(
  db: Database,
  components: number,
  nowMs: number,
): Promise<void> {
  const ids = Array.from({ length: components }, (_, index) => `component-${index + 1}`);
  const { fromMs } = uptimeWindow(nowMs);
  await writePage(db, ids, fromMs, nowMs);
  const intervals = ids.flatMap((id, index) => intervalsOf(id, index, fromMs, nowMs));
  await inBatches(intervals, (rows) => db.insertInto("component_states").values(rows).execute());
  for (let startMs = fromMs; startMs + DAY_MS < nowMs; startMs += DAY_MS) {
    await writeIncident(db, ids[0]!, startMs + DAY_MS / 2);
  }
  await db
    .updateTable("revision")
    .set({ number: 1, changed_at: new Date(nowMs) })
    .execute();
}

async function writePage(
  db: Database,
  ids: readonly string[],
  fromMs: number,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await db
    .insertInto("page")
    .values({
      id: "page",
      name: storedText("Speech Status", "Konuşma Durumu"),
      url: "https://status.example.org",
      time_zone: "Europe/Istanbul",
      updated_at: now,
    })
    .execute();
  const groups = Array.from({ length: Math.ceil(ids.length / GROUP_SIZE) }, (_, index) => ({
    id: `group-${index}`,
    name: storedText(`Group ${index + 1}`, `Grup ${index + 1}`),
    position: index + 1,
    removed_at: null,
  }));
  await db.insertInto("component_groups").values(groups).execute();
  const components = ids.map((id, index) => ({
    id,
    name: storedText(`Component ${index + 1}`, `Bileşen ${index + 1}`),
    description: storedText(
      "What readers need to know of it in a line",
      "Okuyanların bilmesi gereken, bir satırda",
    ),
    group_id: `group-${Math.floor(index / GROUP_SIZE)}`,
    position: (index % GROUP_SIZE) + 1,
    showcase: true,
    only_show_if_degraded: false,
    objective: null,
    known_until: new Date(nowMs + DAY_MS),
    created_at: new Date(fromMs),
    removed_at: null,
  }));
  await db.insertInto("components").values(components).execute();
  const probers = LOCATIONS.map((location) => ({
    id: `prober-${location}`,
    location,
    started_at: new Date(fromMs),
    last_seen_at: now,
  }));
  await db.insertInto("probers").values(probers).execute();
}

/** A day is up, out for some minutes at an hour of the component's own, and up again. */
function intervalsOf(componentId: string, index: number, fromMs: number, nowMs: number) {
  const status = outages[index % outages.length] ?? "major_outage";
  const changes: { status: ComponentStatus; atMs: number }[] = [
    { status: "operational", atMs: fromMs },
  ];
  for (let dayStartMs = fromMs; dayStartMs < nowMs; dayStartMs += DAY_MS) {
    const outMs = dayStartMs + ((index * 37) % 1_380) * 60_000 + 60_000;
    if (outMs + OUTAGE_MS >= nowMs) break;
    changes.push({ status, atMs: outMs }, { status: "operational", atMs: outMs + OUTAGE_MS });
  }
  return changes.map((change, at) => {
    const next = changes[at + 1];
    return {
      component_id: componentId,
      status: change.status,
      from_at: new Date(change.atMs),
      to_at: next === undefined ? null : new Date(next.atMs),
      check_id: null,
      reason: null,
    };
  });
}

async function writeIncident(db: Database, componentId: string, startedMs: number): Promise<void> {
  const id = `incident-${startedMs}`;
  const at = (minutes: number): Date => new Date(startedMs + minutes * 60_000);
  await db
    .insertInto("incidents")
    .values({
      id,
      name: storedText("Component 1: major outage", "Bileşen 1: büyük kesinti"),
      status: "resolved",
      impact: "critical",
      automatic: true,
      group_id: "group-0",
      started_at: at(0),
      created_at: at(2),
      updated_at: at(10),
      monitoring_at: at(7),
      resolved_at: at(10),
    })
    .execute();
  const updates = (["investigating", "monitoring", "resolved"] as const).map((status, index) => ({
    id: `${id}-${index}`,
    incident_id: id,
    status,
    body: storedText(
      "What was seen of it, since when, and how long it went on, in a sentence of usual length.",
      "Ne görüldüğü, ne zamandan beri ve ne kadar sürdüğü, olağan uzunlukta bir cümlede.",
    ),
    created_at: at(2 + 4 * index),
    updated_at: at(2 + 4 * index),
    display_at: at(2 + 4 * index),
    affected: JSON.stringify([
      {
        code: componentId,
        name: "Component 1",
        old_status: index === 0 ? "operational" : "major_outage",
        new_status: index === 0 ? "major_outage" : "operational",
      },
    ]),
  }));
  await db.insertInto("incident_updates").values(updates).execute();
  await db
    .insertInto("incident_components")
    .values({ incident_id: id, component_id: componentId, status: "operational" })
    .execute();
}

async function inBatches<Row>(
  rows: readonly Row[],
  insert: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await insert(rows.slice(at, at + ROWS_AT_ONCE));
  }
}
