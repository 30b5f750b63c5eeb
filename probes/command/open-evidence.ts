import { DatabaseOpenError } from "#migrations/database-open-error.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { type ProberConfig, readAdminToken } from "../prober-config.ts";
import { evidenceInDatabase } from "../evidence/evidence-in-database.ts";
import { evidenceOverHttp } from "../evidence/evidence-over-http.ts";
import type { EvidenceSource } from "../evidence/evidence-source.ts";

/** Opens the evidence: in the database, or through the status page while that holds the embedded one. */
export async function openEvidence(config: ProberConfig): Promise<EvidenceSource> {
  const { databaseUrl: url, dataDirectory, status } = config;
  try {
    return evidenceInDatabase(await openStatusDatabase({ url, dataDirectory }));
  } catch (error) {
    const isHeld = error instanceof DatabaseOpenError && error.code === "database_locked";
    const token = isHeld ? await readAdminToken(config) : undefined;
    if (token === undefined) throw error;
    return evidenceOverHttp(status.url, token);
  }
}
