import { expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { type Kysely, sql } from "kysely";

import { openDatabase } from "#database/open-database.ts";
import { statusMigrations } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { describeWithOneUnmigrated } from "../../support/databases/every-database.ts";

const at = "2026-11-21T10:00:00.123Z";

/** Rows as they were before texts were maps of languages: with and without Turkish. */
const oldRows: readonly string[] = [
  `insert into page (id, name, name_tr, url, time_zone, updated_at)
    values ('speech', 'Speech', 'Konuşma', 'http://status', 'Europe/Istanbul', '${at}')`,
  `insert into component_groups (id, name, name_tr, position) values ('api', 'API', null, 1)`,
  `insert into components (id, name, name_tr, description, description_tr, group_id, position, showcase,
      only_show_if_degraded, created_at)
    values ('web', 'Website', 'Web sitesi', '', null, 'api', 1, true, false, '${at}'),
      ('docs', 'The "docs"', null, 'What it''s for', 'Ne işe yarar', 'api', 2, true, false, '${at}')`,
  `insert into incidents (id, name, name_tr, status, impact, automatic, started_at, created_at, updated_at,
      scheduled_for, scheduled_until)
    values ('i', 'It is down', 'Çalışmıyor', 'investigating', 'major', true, '${at}', '${at}', '${at}', null, null),
      ('m', 'Disks', null, 'scheduled', 'maintenance', false, '${at}', '${at}', '${at}', '${at}', '2026-11-22T10:00:00Z')`,
  `insert into incident_updates (id, incident_id, status, body, body_tr, created_at, updated_at, display_at, affected)
    values ('u', 'i', 'investigating', E'Two\nlines', 'İki satır', '${at}', '${at}', '${at}', '[]'),
      ('v', 'm', 'scheduled', 'Soon.', null, '${at}', '${at}', '${at}', '[]')`,
];

describeWithOneUnmigrated("texts of before they were maps of languages", (empty) => {
  longTest("keep both languages, and everything beside them", async () => {
    const { url, dataDirectory } = await empty();
    const directory = `${dataDirectory}/status`;
    const before = Object.entries(statusMigrations).filter(([name]) => name < "009");
    {
      const migrations = Object.fromEntries(before);
      await using old = await openDatabase<StatusDatabase>({
        url,
        directory,
        setting: "STATUS_DATABASE_URL",
        migrations,
      });
      for (const row of oldRows) await sql.raw(row).execute(old.db);
    }
    await using now = await openDatabase<StatusDatabase>({
      url,
      directory,
      setting: "STATUS_DATABASE_URL",
      migrations: statusMigrations,
    });
    const { db } = now;
    expect(await db.selectFrom("page").select(["name", "updated_at"]).execute()).toEqual([
      { name: { en: "Speech", tr: "Konuşma" }, updated_at: new Date(at) },
    ]);
    expect(await db.selectFrom("component_groups").select("name").execute()).toEqual([
      { name: { en: "API" } },
    ]);
    const components = db.selectFrom("components").select(["id", "name", "description"]);
    expect(await components.orderBy("id").execute()).toEqual([
      {
        id: "docs",
        name: { en: 'The "docs"' },
        description: { en: "What it's for", tr: "Ne işe yarar" },
      },
      { id: "web", name: { en: "Website", tr: "Web sitesi" }, description: { en: "" } },
    ]);
    const incidents = db.selectFrom("incidents").select(["id", "name", "scheduled_until"]);
    expect(await incidents.orderBy("id").execute()).toEqual([
      { id: "i", name: { en: "It is down", tr: "Çalışmıyor" }, scheduled_until: null },
      { id: "m", name: { en: "Disks" }, scheduled_until: new Date("2026-11-22T10:00:00Z") },
    ]);
    const updates = db.selectFrom("incident_updates").select(["id", "body"]);
    expect(await updates.orderBy("id").execute()).toEqual([
      { id: "u", body: { en: "Two\nlines", tr: "İki satır" } },
      { id: "v", body: { en: "Soon." } },
    ]);
  });

  shortTest("no longer limit the languages of subscribers to two", async () => {
    await using now = await openDatabase<StatusDatabase>({
      ...(await settingsOf(empty)),
      setting: "STATUS_DATABASE_URL",
      migrations: statusMigrations,
    });
    await subscribe(now.db, "de");
    const row = await now.db.selectFrom("subscribers").select("language").executeTakeFirst();
    expect(row).toEqual({ language: "de" });
  });
});

async function settingsOf(
  empty: () => Promise<{ url?: string | undefined; dataDirectory: string }>,
) {
  const { url, dataDirectory } = await empty();
  return { url, directory: `${dataDirectory}/status` };
}

async function subscribe(db: Kysely<StatusDatabase>, language: string): Promise<void> {
  await db
    .insertInto("subscribers")
    .values({
      id: "s",
      channel: "email",
      address: "a@example.com",
      language,
      components: null,
      token: "t",
      signing_secret: null,
      created_at: new Date(at),
    })
    .execute();
}
