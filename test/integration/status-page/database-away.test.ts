import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { designed, writeDesignedHistory } from "../../support/browser/designed-history.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import { writeIncident } from "../../support/status-api/status-history.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const longAgo = Date.parse("2024-02-03T04:05:00Z");
const asReader = { accept: "text/html", "accept-language": "en" };

describe("the status page's pages", () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, noon, async (db) => {
      await writeDesignedHistory(db, noon);
      // More than fifty newer ones, so that the snapshot has the old one no more.
      for (let index = 0; index < 50; index += 1) await write(`day-${index}`, noon - index);
      await write("long-ago", longAgo);
      async function write(id: string, atMs: number): Promise<void> {
        await writeIncident(db, {
          id,
          name: `What happened: ${id}`,
          impact: "minor",
          componentIds: ["web"],
          updates: [{ status: "resolved", body: "It is over.", atMs }],
        });
      }
    });
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  test("tell of what is older than the snapshot", async () => {
    expect(await status.text("/incidents/long-ago")).toContain("What happened: long-ago");
    expect(await status.text("/history/2024-02")).toContain("What happened: long-ago");
    expect(await status.text("/history/2024-03")).toContain("No incidents and no maintenance");
    expect((await status.get("/history/2024-01")).code).toBe(404);
  });

  test("go on without the database, but for what only it has", async () => {
    await status.closeDatabase();
    const page = await status.text("/components/tts");
    expect(page).toContain("Speech synthesis");
    expect(page).toContain("are in a database that does not respond");
    expect(await status.text(`/incidents/${designed.incident}`)).toContain("is down");
    expect(await status.text("/history/2026-10")).toContain("October 2026");
    for (const path of ["/incidents/another", "/history/2025-07"]) {
      const { code, headers, bytes } = await status.get(path, asReader);
      expect(code).toBe(503);
      expect(headers["content-type"]).toContain("text/html");
      expect(bytes.toString()).toContain("Unavailable at the moment");
    }
  });
});
