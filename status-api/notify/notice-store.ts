import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { isMaintenance } from "#monitor/domain/story.ts";
import { readPage } from "#monitor/store/components.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { readMembers } from "#monitor/store/stories.ts";
import { readStoryIdOf } from "#monitor/store/unnotified-updates.ts";
import type { Notice, NoticeUpdate } from "./messages/notice.ts";

type Database = Kysely<StatusDatabase>;

/** What the page is called and where its readers are. */
export type NoticePage = Omit<Notice["page"], "overall">;

/** Reads what the page is called; undefined while no prober has set it up. */
export async function readNoticePage(db: Database): Promise<NoticePage | undefined> {
  const page = await readPage(db);
  return page && { id: page.id, name: page.name, timeZone: page.timeZone };
}

/** Reads what a message for `updateIds`, all of one incident, says; undefined when they were taken back. */
export async function readNotice(
  db: Database,
  page: NoticePage,
  overall: OverallStatus,
  updateIds: readonly string[],
): Promise<Notice | undefined> {
  const storyId = await readStoryIdOf(db, updateIds);
  const story = storyId === undefined ? undefined : await readIncident(db, storyId);
  if (story === undefined) return undefined;
  const toldIds = new Set(updateIds);
  const all: readonly NoticeUpdate[] = story.updates;
  // What was said later is told later, in a message of its own.
  const [newest, ...older] = all.slice(all.findIndex(({ id }) => toldIds.has(id)));
  if (newest === undefined) return undefined;
  const { id, name, impact, startedAtMs, createdAtMs, resolvedAtMs } = story;
  const { scheduledForMs, scheduledUntilMs } = isMaintenance(story)
    ? story
    : { scheduledForMs: null, scheduledUntilMs: null };
  const components = (await readMembers(db, [id])).get(id) ?? [];
  return {
    page: { ...page, overall },
    incident: {
      id,
      name,
      impact,
      startedAtMs,
      createdAtMs,
      resolvedAtMs,
      scheduledForMs,
      scheduledUntilMs,
      components,
    },
    updates: [newest, ...older],
    toldIds,
  };
}
