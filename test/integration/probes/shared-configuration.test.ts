import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { readCheckHomes, readLocationFiles } from "#monitor/store/configuration-versions.ts";

import type { MonitorConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";
import { SharedConfiguration } from "../../../probes/monitor-file/shared-configuration.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

/** A file with these checks, each of a component of its own. */
function fileOf(ids: readonly string[], more: object = {}): MonitorConfiguration {
  const components = ids.map((id) => ({
    id,
    name: id,
    checks: [{ id, kind: "tcp", host: "localhost", port: 1 }],
  }));
  const page = { id: "page", name: "Page", url: "${URL}" };
  const text = JSON.stringify({ ...more, page, groups: [], components });
  return parseMonitorFile("m.yaml", text, { URL: "http://status.example" });
}

describeWithOneDatabase("a file at several locations", (empty) => {
  let home: TemporaryDirectory;
  let database: OpenDatabase<StatusDatabase>;
  const logged: string[] = [];
  const differing = new Map<string, boolean>();

  beforeEach(async () => {
    home = await temporaryDirectory("shared-configuration");
    database = await openStatusDatabase(await empty());
  });
  afterEach(async () => {
    logged.length = 0;
    differing.clear();
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  /** A prober that starts with a file; `atMs` later than others. */
  async function startAt(location: string, file: MonitorConfiguration, atMs = nowMs) {
    const { db } = database;
    const dataDirectory = join(home.path, location);
    await mkdir(dataDirectory, { recursive: true });
    const row = { location, started_at: new Date(atMs), last_seen_at: new Date(atMs) };
    const prober = `${location} ${atMs}`;
    await db
      .insertInto("probers")
      .values({ id: prober, ...row })
      .execute();
    const shared = new SharedConfiguration(
      {
        db,
        prober,
        location,
        dataDirectory,
        metrics: { showDifference: (differs) => void differing.set(location, differs) },
        log: pino({ level: "error" }, { write: (line) => void logged.push(line) }),
      },
      file,
    );
    await shared.offer(atMs);
    return shared;
  }

  const watched = async (): Promise<string[]> =>
    [...(await readCheckHomes(database.db)).keys()].sort();
  const idsOf = ({ running }: SharedConfiguration): string[] => running.checks.map(({ id }) => id);

  test("that is older removes nothing, is told, and runs what both name", async () => {
    await startAt("ankara", fileOf(["a", "old"]));
    const izmir = await startAt("izmir", fileOf(["a", "old"]));
    const ankara = await startAt("ankara", fileOf(["a", "new"]), nowMs + minuteMs);
    expect(await watched()).toEqual(["a", "new"]);
    expect(logged).toEqual([]);

    await izmir.review(nowMs + minuteMs);
    expect(idsOf(izmir)).toEqual(["a"]);
    expect(idsOf(ankara)).toEqual(["a", "new"]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("this monitor.yaml is older than the one that all see");
    expect(logged[0]).toContain('"leftOut":["old"]');
    expect([...differing]).toEqual([
      ["ankara", false],
      ["izmir", true],
    ]);
    expect(await readLocationFiles(database.db, nowMs + minuteMs)).toEqual([
      { location: "ankara", isKnown: true, differsSinceMs: null },
      { location: "izmir", isKnown: true, differsSinceMs: nowMs + minuteMs },
    ]);

    const again = await startAt("izmir", fileOf(["a", "old"]), nowMs + 2 * minuteMs);
    expect(idsOf(again)).toEqual(["a"]);
    expect(await watched()).toEqual(["a", "new"]);
  });

  test("is changed in steps, one location after the other", async () => {
    const ankara = await startAt("ankara", fileOf(["a"]));
    const izmir = await startAt("izmir", fileOf(["a"]));
    await ankara.offer(nowMs + minuteMs, fileOf(["a", "b"]));
    await izmir.review(nowMs + minuteMs);
    expect(differing.get("izmir")).toBe(true);
    await izmir.offer(nowMs + 2 * minuteMs, fileOf(["a", "b"]));
    expect(differing.get("izmir")).toBe(false);
    expect(idsOf(izmir)).toEqual(["a", "b"]);
    await izmir.offer(nowMs + 3 * minuteMs, fileOf(["b"]));
    expect(await watched()).toEqual(["b"]);
  });

  test("of somebody new that is another one takes nothing, unless its version is higher", async () => {
    await startAt("ankara", fileOf(["a"]));
    const van = await startAt("van", fileOf(["a", "b"]));
    expect(logged[0]).toContain("this monitor.yaml is another one than all see");
    expect(idsOf(van)).toEqual(["a"]);
    expect(await watched()).toEqual(["a"]);
    await van.offer(nowMs, fileOf(["b"], { version: 2 }));
    expect(await watched()).toEqual(["b"]);
  });

  test("begins at moments of its own at each", async () => {
    const file = fileOf(["a"]);
    const offsets = [];
    for (const location of ["a", "b", "c", "d", "e"]) {
      const shared = await startAt(location, file);
      offsets.push((shared.running.checks[0]?.offsetMs ?? NaN) / 1000);
    }
    const sorted = offsets.toSorted((one, other) => one - other);
    const gaps = sorted.map((at, index) => (sorted[index + 1] ?? (sorted[0] ?? 0) + 60) - at);
    expect(Math.min(...gaps)).toBeGreaterThan(9);
  });
});
