import type { Database } from "#migrations/status/schema.ts";
import { isMaintenance, type StatusEventComponent } from "#monitor/domain/status-event.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { readMembers } from "#monitor/store/status-events.ts";
import { readStatusEventIdOf } from "#monitor/store/unnotified-updates.ts";
import type { Notice, NoticeUpdate } from "./messages/notice.ts";

/** Reads the content of a message about `updateIds`, all of one incident; undefined when they were withdrawn. */
export async function readNotice(
  db: Database,
  page: Notice["page"],
  updateIds: readonly string[],
): Promise<Notice | undefined> {
  const statusEventId = await readStatusEventIdOf(db, updateIds);
  const statusEvent =
    statusEventId === undefined ? undefined : await readIncident(db, statusEventId);
  if (statusEvent === undefined) return undefined;
  const sentIds = new Set(updateIds);
  const all: readonly NoticeUpdate[] = statusEvent.updates;
  // Later updates have messages of their own.
  const [newest, ...older] = all.slice(all.findIndex(({ id }) => sentIds.has(id)));
  if (newest === undefined) return undefined;
  const schedule = isMaintenance(statusEvent)
    ? statusEvent
    : { scheduledForMs: null, scheduledUntilMs: null };
  const members = (await readMembers(db, [statusEvent.id])).get(statusEvent.id) ?? [];
  return {
    page,
    incident: { ...statusEvent, ...schedule, components: asAnnounced(members, [newest, ...older]) },
    updates: [newest, ...older],
    sentIds,
  };
}

/** Returns components with their statuses after these updates, newest first; a later update may have changed them since. */
function asAnnounced(
  components: readonly StatusEventComponent[],
  updates: readonly NoticeUpdate[],
): StatusEventComponent[] {
  return components.map((component) => {
    const changes = updates.flatMap(({ affected }) =>
      affected.filter(({ id }) => id === component.id),
    );
    return { ...component, status: changes[0]?.newStatus ?? component.status };
  });
}
