import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { isMaintenance, type StoryComponent } from "#monitor/domain/story.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { readMembers } from "#monitor/store/stories.ts";
import { readStoryIdOf } from "#monitor/store/unnotified-updates.ts";
import type { Notice, NoticeUpdate } from "./messages/notice.ts";

/** Reads what a message for `updateIds`, all of one incident, says; undefined when they were taken back. */
export async function readNotice(
  db: Kysely<StatusDatabase>,
  page: Notice["page"],
  updateIds: readonly string[],
): Promise<Notice | undefined> {
  const storyId = await readStoryIdOf(db, updateIds);
  const story = storyId === undefined ? undefined : await readIncident(db, storyId);
  if (story === undefined) return undefined;
  const toldIds = new Set(updateIds);
  const all: readonly NoticeUpdate[] = story.updates;
  // Later updates have messages of their own.
  const [newest, ...older] = all.slice(all.findIndex(({ id }) => toldIds.has(id)));
  if (newest === undefined) return undefined;
  const schedule = isMaintenance(story) ? story : { scheduledForMs: null, scheduledUntilMs: null };
  const members = (await readMembers(db, [story.id])).get(story.id) ?? [];
  return {
    page,
    incident: { ...story, ...schedule, components: asTold(members, [newest, ...older]) },
    updates: [newest, ...older],
    toldIds,
  };
}

/** Returns components as the updates, newest first, leave them: a later one may have told something else since. */
function asTold(
  components: readonly StoryComponent[],
  updates: readonly NoticeUpdate[],
): StoryComponent[] {
  return components.map((component) => {
    const changes = updates.flatMap(({ affected }) =>
      affected.filter(({ id }) => id === component.id),
    );
    return { ...component, status: changes[0]?.newStatus ?? component.status };
  });
}
