import { readFileSync } from "node:fs";
import path from "node:path";
import Fastify from "fastify";
import { pino } from "pino";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { overallStatus } from "#monitor/domain/overall.ts";
import { AdminDoor } from "#status-api/access/admin-door.ts";
import { adminRoutes } from "#status-api/admin/admin-routes.ts";
import { projectRoot } from "../../support/program.ts";
import type { Schema } from "./schema.ts";
import { drivenDatabase } from "../../support/databases/driven-database.ts";

/** A route of the admin API as it validates what it is asked. */
export interface AdminRoute {
  readonly method: string;
  /** With parameters as in `/admin/incidents/:id`. */
  readonly path: string;
  readonly query: Schema | undefined;
  readonly body: Schema | undefined;
}

/** Returns every route of the admin API with its schemas. */
export async function everyAdminRoute(): Promise<readonly AdminRoute[]> {
  const found: AdminRoute[] = [];
  await using app = Fastify();
  app.addHook("onRoute", ({ method, url, schema }) => {
    for (const one of [method].flat()) {
      const { querystring, body } = (schema ?? {}) as Readonly<Record<string, Schema>>;
      if (one !== "HEAD") found.push({ method: one, path: url, query: querystring, body });
    }
  });
  const logger = pino({ level: "silent" });
  await adminRoutes(app, logger, {
    // Routes are looked at, not called.
    db: drivenDatabase<StatusDatabase>(),
    nowMs: Date.now,
    door: new AdminDoor(() => []),
    consoleUrl: undefined,
    mailPage: { url: undefined, overall: () => overallStatus([]) },
    reportFile: async () => undefined,
  });
  await app.ready();
  return found;
}

/** The codes of refusals by status, as the runbook's table has them. */
export function documentedRefusals(): ReadonlyMap<number, ReadonlySet<string>> {
  const file = path.join(projectRoot, "docs/incidents-and-maintenance.md");
  const [, table = ""] = readFileSync(file, "utf8").split("| status | codes |");
  const refusals = new Map<number, Set<string>>();
  for (const [, statuses = "", codes = ""] of table.matchAll(/^\| ([\d, ]+) \| (.+) \|$/gm)) {
    for (const status of statuses.split(",")) {
      refusals.set(
        Number(status),
        new Set([...codes.matchAll(/`(\w+)`/g)].map(([, code]) => code!)),
      );
    }
  }
  return refusals;
}
