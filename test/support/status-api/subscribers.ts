import type { Language } from "#web-kit/language/languages.ts";
import { randomBytes } from "node:crypto";

import type { Kysely } from "kysely";

import { newId } from "#monitor/store/new-id.ts";
import type {
  IncidentStatus,
  MaintenanceStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";
import { storedText } from "../databases/stored-text.ts";

/** A subscriber who confirmed. */
export interface WrittenSubscriber {
  readonly id: string;
  readonly token: string;
  /** `whsec_…`. */
  readonly secret: string;
}

/** Writes a confirmed subscriber. */
export async function writeSubscriber(
  db: Kysely<StatusDatabase>,
  channel: string,
  address: string,
  wishes: { readonly components?: readonly string[]; readonly language?: Language } = {},
): Promise<WrittenSubscriber> {
  const written = {
    id: newId(),
    token: randomBytes(12).toString("base64url"),
    secret: `whsec_${randomBytes(24).toString("base64")}`,
  };
  const at = new Date("2026-01-01T00:00:00Z");
  await db
    .insertInto("subscribers")
    .values({
      id: written.id,
      channel,
      address,
      language: wishes.language ?? "en",
      components: wishes.components === undefined ? null : JSON.stringify(wishes.components),
      token: written.token,
      signing_secret: channel === "webhook" ? written.secret : null,
      created_at: at,
      confirmed_at: at,
    })
    .execute();
  return written;
}

/** Adds one update to an incident, as the prober and people do; returns its id. */
export async function writeUpdate(
  db: Kysely<StatusDatabase>,
  incidentId: string,
  status: IncidentStatus | MaintenanceStatus,
  atMs: number,
): Promise<string> {
  const id = newId();
  const at = new Date(atMs);
  await db
    .insertInto("incident_updates")
    .values({
      id,
      incident_id: incidentId,
      status,
      body: storedText(`It is ${status}.`, `Durum: ${status}.`),
      created_at: at,
      updated_at: at,
      display_at: at,
      affected: "[]",
    })
    .execute();
  await db
    .updateTable("incidents")
    .set({ status, updated_at: at, ...(status === "resolved" ? { resolved_at: at } : {}) })
    .where("id", "=", incidentId)
    .execute();
  return id;
}
