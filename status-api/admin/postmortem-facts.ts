import type { Database } from "#migrations/status/schema.ts";
import { endOf } from "#monitor/domain/status-event.ts";
import { readComponentNames, readPage } from "#monitor/store/components.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { readTroubles } from "#monitor/store/interval-history.ts";
import { readFirstFailedRuns } from "#monitor/store/kept-runs.ts";
import { readAlertsOfIncident } from "../alerts/alerts-of-incident.ts";
import { wrongState } from "./admin-error.ts";
import { statusEventOf } from "./status-event-parts.ts";

/** The facts of an incident that is over, for the draft of its postmortem; times in epoch milliseconds. */
export type PostmortemFacts = Readonly<Awaited<ReturnType<typeof readPostmortemFacts>>>;

/** An entry of the audit log and the update that belongs to it are written within this time. */
const SAME_CHANGE_MS = 1_000;

/**
 * Reads what a draft tells, with links into the console where its URL is known. Throws AdminError `wrong_state` for an incident
 * that is not over.
 */
export async function readPostmortemFacts(
  db: Database,
  id: string,
  consoleUrl: string | undefined,
) {
  const { row } = await statusEventOf(db, "incident", id);
  const incident = await readIncident(db, id);
  if (incident === undefined || row.resolved_at === null) {
    throw wrongState(
      `the incident is ${row.status}; a postmortem follows its end, so resolve it first`,
    );
  }
  const { name, startedAtMs, createdAtMs, componentIds, updates } = incident;
  const resolvedAtMs = row.resolved_at.getTime();
  const [from, to] = [new Date(startedAtMs), row.resolved_at];
  const page = await readPage(db);
  const changes = await readChanges(db, id);
  const announcements = updates.filter(({ status }) => status !== "postmortem").toReversed();
  return {
    name,
    startedAtMs,
    /** When the first update was published. */
    notifiedAtMs: announcements[0]?.createdAtMs ?? createdAtMs,
    endedAtMs: endOf(incident) ?? resolvedAtMs,
    resolvedAtMs,
    /** In the page's order; what follows, oldest first. */
    components: (await readComponentNames(db)).filter((one) => componentIds.includes(one.id)),
    troubles: await readTroubles(db, componentIds, from, to),
    alerts: await readAlertsOfIncident(db, componentIds, from, to),
    updates: announcements.map(({ status, createdAtMs: atMs, isAutomatic }) => ({
      status,
      atMs,
      /** Null for automation. */
      by: isAutomatic
        ? null
        : (changes.find((change) => Math.abs(change.atMs - atMs) < SAME_CHANGE_MS)?.actor ?? ""),
    })),
    givenBack: changes
      .filter(({ action }) => action === "incident.automation")
      .map(({ atMs, actor: by }) => ({ atMs, by })),
    /** The first failed run of each check with kept evidence. */
    runs: await readFirstFailedRuns(db, componentIds, from, to),
    timeZone: page?.timeZone ?? "Etc/UTC",
    consoleUrl,
  };
}

async function readChanges(db: Database, subject: string) {
  const rows = await db
    .selectFrom("audit_log")
    .select(["at", "actor", "action"])
    .where("subject", "=", subject)
    .orderBy("id")
    .execute();
  return rows.map(({ at, actor, action }) => ({ atMs: at.getTime(), actor, action }));
}
