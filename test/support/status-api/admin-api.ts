import type { Kysely } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { adminClient } from "./admin-client.ts";
import { emptyStatusTables } from "../databases/empty-status-tables.ts";
import type { EmptyDatabase } from "../databases/every-database.ts";
import { ScriptedProbing, startMs } from "../probes/scripted-probing.ts";

export const adminToken = "a token that is long enough".replaceAll(" ", "-");

/** A status API with its admin routes, and a prober of two components, on one clock and one database. */
export interface AdminSetting {
  readonly db: Kysely<StatusDatabase>;
  readonly url: string;
  readonly probing: ScriptedProbing;
  readonly ask: ReturnType<typeof adminClient>;
}

/** Declares the hooks of a suite that works on `AdminSetting`; each test begins with empty tables. Mails need the page's address. */
export function useAdminApi(
  empty: () => Promise<EmptyDatabase>,
  page: { readonly url?: string } = {},
): () => AdminSetting {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      logger: pino({ level: "silent" }),
      adminToken,
      ...page,
      nowMs: () => (probing === undefined ? startMs : probing.nowMs),
    });
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });
  beforeEach(async () => {
    await emptyStatusTables(database.db);
    probing = new ScriptedProbing(database.db, [
      { id: "web", groupId: "group-web" },
      { id: "docs", groupId: "group-web" },
    ]);
    await probing.start();
  });
  const ask = adminClient(() => api.url, adminToken);
  return () => ({ db: database.db, url: api.url, probing, ask });
}
