import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  setUpPage,
  writeIncident,
  writeMaintenance,
} from "../../support/status-api/status-history.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("the history of a month", () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, now, async (db) => {
      await setUpPage(db, Date.parse("2025-11-01T00:00:00Z"));
      const begins = {
        "late-in-october": ["2026-10-31T20:59:59Z", "tts"],
        "early-in-november": ["2026-10-31T21:00:00Z", "tts"],
        "of-the-website": ["2026-11-02T12:00:00Z", "web"],
        "a-year-ago": ["2025-11-30T20:59:00Z", "web"],
        "december-in-istanbul": ["2025-11-30T21:00:00Z", "web"],
      } as const;
      for (const [id, [atTime, componentId]] of Object.entries(begins)) {
        const atMs = Date.parse(atTime);
        await writeIncident(db, {
          id,
          name: id,
          impact: "minor",
          componentIds: [componentId],
          updates: [
            { status: "investigating", body: "We look.", atMs },
            { status: "resolved", body: "It was.", atMs: atMs + 60_000 },
          ],
        });
      }
      await writeMaintenance(db, {
        id: "next-year",
        name: "next-year",
        status: "scheduled",
        componentIds: ["tts"],
        fromMs: Date.parse("2027-01-01T00:00:00Z"),
        untilMs: Date.parse("2027-01-01T01:00:00Z"),
      });
      await moveRevision(db, now);
    });
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  const idsAt = async (path: string): Promise<string[]> => {
    const { statusEvents } = (await status.json(path)) as { statusEvents: { id: string }[] };
    return statusEvents.map(({ id }) => id);
  };

  test.each([
    ["/history/2026-10", ["late-in-october"]],
    ["/history/2026-11", ["of-the-website", "early-in-november"]],
    ["/history", ["of-the-website", "early-in-november"]],
    ["/history/2025-11", ["a-year-ago"]],
    ["/history/2025-12", ["december-in-istanbul"]],
  ])("%s is of the page's time zone", async (path, expected) => {
    expect(await idsAt(`${path}/page.json`)).toEqual(expected);
  });

  test("an incident leads to its month in the page's time zone", async () => {
    expect(await status.text("/incidents/early-in-november")).toContain('href="/history/2026-11"');
  });

  test("a maintenance of a later month leads to the newest month there is", async () => {
    const [, path = ""] =
      /href="(\/history\/[^"]*)"/.exec(await status.text("/incidents/next-year")) ?? [];
    expect(path).toBe("/history/2026-11");
    expect((await status.get(path)).code).toBe(200);
  });

  test("of one component it tells that component's alone, and stays with it from month to month", async () => {
    expect(await idsAt("/history/page.json?component=tts")).toEqual(["early-in-november"]);
    const page = await status.text("/history?component=tts");
    expect(page).toContain('href="/history/2026-10?component=tts"');
    expect(page).toMatch(
      /<option[^>]*selected[^>]*value="tts"|<option[^>]*value="tts"[^>]*selected/,
    );
    expect(page).toContain(
      '<link rel="canonical" href="https://status.example.org/history?component=tts"/>',
    );
  });

  test("a form without a choice asks for all", async () => {
    const page = await status.text("/history/2026-11?component=");
    expect(page).toContain("early-in-november");
    expect(page).toContain("of-the-website");
  });

  test("a component that there is not is not found", async () => {
    expect((await status.get("/history?component=nothing")).code).toBe(404);
  });
});
