import { join } from "node:path";

import { openDatabase, type OpenDatabase } from "../open-database.ts";
import type { Migrations } from "../migrate.ts";
import { checksStatesIncidents } from "./001-checks-states-incidents.ts";
import { maintenance } from "./002-maintenance.ts";
import { subscribersOutbox } from "./003-subscribers-outbox.ts";
import { auditEvidence } from "./004-audit-evidence.ts";
import { partitionsHourlyFigures } from "./005-partitions-hourly-figures.ts";
import { deliveryOfMessages } from "./006-delivery-of-messages.ts";
import { auditedRetries } from "./007-audited-retries.ts";
import { downtimeWeights } from "./008-downtime-weights.ts";
import { textsByLanguage } from "./009-texts-by-language.ts";
import { channelsByName } from "./010-channels-by-name.ts";
import { changeNumbers } from "./011-change-numbers.ts";
import type { StatusDatabase } from "./schema.ts";

/** Every migration of the status database, in order. */
export const statusMigrations: Migrations = {
  "001-checks-states-incidents": checksStatesIncidents,
  "002-maintenance": maintenance,
  "003-subscribers-outbox": subscribersOutbox,
  "004-audit-evidence": auditEvidence,
  "005-partitions-hourly-figures": partitionsHourlyFigures,
  "006-delivery-of-messages": deliveryOfMessages,
  "007-audited-retries": auditedRetries,
  "008-downtime-weights": downtimeWeights,
  "009-texts-by-language": textsByLanguage,
  "010-channels-by-name": channelsByName,
  "011-change-numbers": changeNumbers,
};

/** Opens and migrates the monitor's database: PostgreSQL by `url`, else embedded under `dataDirectory`/status. */
export function openStatusDatabase(options: {
  readonly url?: string | undefined;
  readonly dataDirectory: string;
}): Promise<OpenDatabase<StatusDatabase>> {
  return openDatabase<StatusDatabase>({
    url: options.url,
    directory: join(options.dataDirectory, "status"),
    migrations: statusMigrations,
  });
}
