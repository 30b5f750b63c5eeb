import type { Kysely } from "kysely";

import type { IncidentImpact, StatusDatabase } from "#migrations/status/schema.ts";

import { moveRevision, setUpPage } from "../status-api/status-history.ts";
import { storedText } from "../databases/stored-text.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const impacts: readonly IncidentImpact[] = ["minor", "major", "critical", "none"];

/** Writes more than pages are made for: 100 components with long names, 300 incidents, 20 of them in the last 15 days. */
export async function writeVast(db: Kysely<StatusDatabase>, nowMs: number): Promise<void> {
  await setUpPage(db, nowMs - 100 * dayMs);
  await db.deleteFrom("components").execute();
  await writeComponents(db, 100, nowMs);
  await writeIncidents(db, 300, nowMs);
  await moveRevision(db, nowMs);
}

const componentId = (index: number): string => `component-${index}`;

// A statement for each would take PGlite half a minute where two cores are busy.
async function writeComponents(
  db: Kysely<StatusDatabase>,
  count: number,
  nowMs: number,
): Promise<void> {
  const indexes = [...Array(count).keys()];
  const begun = nowMs - 100 * dayMs;
  await db
    .insertInto("components")
    .values(
      indexes.map((index) => ({
        id: componentId(index),
        name: storedText(
          `Component ${index} with a name that goes on-and-on-${"o".repeat(30)}`,
          `Adı uzayıp giden bileşen ${index} muvaffakiyetsizleştiricileştiriveremeyebileceklerimizden`,
        ),
        description: storedText(
          "What it does takes many words to say, and some of them are long.",
          "Ne yaptığını anlatmak çok söz ister, bir kısmı da uzundur.",
        ),
        group_id: index < count / 2 ? "group-api" : "group-web",
        position: index + 1,
        showcase: true,
        only_show_if_degraded: false,
        objective: null,
        known_until: new Date(nowMs + dayMs),
        created_at: new Date(begun),
        removed_at: null,
      })),
    )
    .execute();
  const outageMs = nowMs - 20 * dayMs;
  await db
    .insertInto("component_states")
    .values(
      indexes.flatMap((index) =>
        (
          [
            ["operational", begun, outageMs],
            ["partial_outage", outageMs, outageMs + hourMs],
            ["operational", outageMs + hourMs, null],
          ] as const
        ).map(([status, fromMs, toMs]) => ({
          component_id: componentId(index),
          status,
          from_at: new Date(fromMs),
          to_at: toMs === null ? null : new Date(toMs),
          check_id: null,
          reason: null,
        })),
      ),
    )
    .execute();
}

async function writeIncidents(
  db: Kysely<StatusDatabase>,
  count: number,
  nowMs: number,
): Promise<void> {
  const indexes = [...Array(count).keys()];
  const incidentId = (index: number): string => `incident-${index}`;
  const beganAt = (index: number): Date => {
    const agoMs = index < 20 ? (index + 1) * 18 * hourMs : 16 * dayMs + index * 5 * hourMs;
    return new Date(nowMs - agoMs);
  };
  await db
    .insertInto("incidents")
    .values(
      indexes.map((index) => ({
        id: incidentId(index),
        name: storedText(
          `Incident ${index} of rechenzentrumsübergreifende-Lastverteilungsinfrastruktur-${"x".repeat(40)}`,
          `Olay ${index}: çekoslovakyalılaştıramadıklarımızdanmışsınızcasına-${"x".repeat(40)}`,
        ),
        status: "resolved" as const,
        impact: impacts[index % impacts.length] ?? "minor",
        automatic: true,
        group_id: null,
        started_at: beganAt(index),
        created_at: beganAt(index),
        updated_at: beganAt(index),
        monitoring_at: null,
        resolved_at: new Date(beganAt(index).getTime() + hourMs),
      })),
    )
    .execute();
  await db
    .insertInto("incident_components")
    .values(
      indexes.map((index) => ({
        incident_id: incidentId(index),
        component_id: componentId(index % 100),
        status: "major_outage" as const,
      })),
    )
    .execute();
  await db
    .insertInto("incident_updates")
    .values(
      indexes.map((index) => ({
        id: `${incidentId(index)}-update`,
        incident_id: incidentId(index),
        status: "resolved" as const,
        body: storedText(
          `It is over: https://example.com/${"path/".repeat(20)}`,
          `Bitti: https://example.com/${"yol/".repeat(20)}`,
        ),
        created_at: beganAt(index),
        updated_at: beganAt(index),
        display_at: beganAt(index),
        affected: "[]",
      })),
    )
    .execute();
}
