import { join } from "node:path";

import { openDatabase, type OpenDatabase } from "../open-database.ts";
import type { Migrations } from "../migrate.ts";
import { accountsUsage } from "./001-accounts-usage.ts";
import { limitsQuotas } from "./002-limits-quotas.ts";
import { pronunciations } from "./003-pronunciations.ts";
import { voicesRepeats } from "./004-voices-repeats.ts";
import { dashboardKeys } from "./005-dashboard-keys.ts";
import type { ServiceDatabase } from "./schema.ts";

/** Every migration of the service database, in order. */
export const serviceMigrations: Migrations = {
  "001-accounts-usage": accountsUsage,
  "002-limits-quotas": limitsQuotas,
  "003-pronunciations": pronunciations,
  "004-voices-repeats": voicesRepeats,
  "005-dashboard-keys": dashboardKeys,
};

/** Opens and migrates the speech service's database: PostgreSQL by `url`, else embedded under `dataDirectory`/service. */
export function openServiceDatabase(options: {
  readonly url?: string | undefined;
  readonly dataDirectory: string;
}): Promise<OpenDatabase<ServiceDatabase>> {
  return openDatabase<ServiceDatabase>({
    url: options.url,
    directory: join(options.dataDirectory, "service"),
    migrations: serviceMigrations,
  });
}
