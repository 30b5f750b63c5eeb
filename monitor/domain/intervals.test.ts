import { describe, expect, test } from "vitest";
import type { TimeWindow } from "./uptime.ts";
import type { ComponentStatus } from "#migrations/status/schema.ts";
import type { ComponentFinding } from "./component-finding.ts";
import {
  intervalsUntil,
  maintenanceUntil,
  type StatusStart,
  statusStartsNow,
} from "./intervals.ts";

const since = (status: ComponentStatus, fromMs: number): StatusStart => ({
  status,
  fromMs,
  checkId: null,
  reason: null,
});

const found = (status: ComponentStatus, sinceMs: number): ComponentFinding => ({
  status,
  sinceMs,
  checkId: null,
  reason: null,
  causeSinceMs: null,
  knownUntilMs: null,
  failedSlotMs: null,
});

const window = (fromMs: number, toMs: number): TimeWindow => ({ fromMs, toMs });

interface Case {
  readonly open: StatusStart | null;
  readonly earliestMs?: number;
  readonly finding: ComponentFinding | null;
  readonly windows: readonly TimeWindow[];
  readonly nowMs: number;
}

const starts = ({ open, earliestMs, finding, windows, nowMs }: Case): string[] =>
  statusStartsNow(
    { open, earliestMs: earliestMs ?? open?.fromMs ?? -Infinity },
    finding,
    windows,
    nowMs,
  ).map(({ status, fromMs }) => `${status} ${fromMs}`);

const well = since("operational", 0);
const wellFound = found("operational", 0);

describe("without maintenance", () => {
  test.each<[string, Case, string[]]>([
    ["nothing was found", { open: null, finding: null, windows: [], nowMs: 9 }, []],
    [
      "the first finding begins its history",
      { open: null, finding: found("operational", 5), windows: [], nowMs: 9 },
      ["operational 5"],
    ],
    [
      "a history that ended is not overlapped",
      { open: null, earliestMs: 7, finding: wellFound, windows: [], nowMs: 9 },
      ["operational 7"],
    ],
    [
      "what failed and is not watched any more failed until now",
      { open: since("major_outage", 5), finding: wellFound, windows: [], nowMs: 9 },
      ["major_outage 5", "operational 9"],
    ],
    [
      "nor does a lesser fault of before take its place",
      {
        open: since("major_outage", 5),
        finding: found("partial_outage", 3),
        windows: [],
        nowMs: 9,
      },
      ["major_outage 5", "partial_outage 9"],
    ],
    [
      "nor that a check has been silent for longer",
      { open: since("major_outage", 5), finding: found("unknown", 3), windows: [], nowMs: 9 },
      ["major_outage 5", "unknown 9"],
    ],
    [
      "what turns out to be worse from its beginning takes its place",
      {
        open: since("partial_outage", 5),
        finding: found("major_outage", 3),
        windows: [],
        nowMs: 9,
      },
      ["major_outage 5"],
    ],
    [
      "no news leaves what is open",
      { open: well, finding: wellFound, windows: [], nowMs: 9 },
      ["operational 0"],
    ],
    [
      "a change is dated as found",
      { open: well, finding: found("major_outage", 5), windows: [], nowMs: 9 },
      ["operational 0", "major_outage 5"],
    ],
    [
      "one from before the open interval replaces it",
      { open: since("unknown", 6), finding: found("major_outage", 5), windows: [], nowMs: 9 },
      ["major_outage 6"],
    ],
  ])("%s", (_, given, expected) => {
    expect(starts(given)).toEqual(expected);
  });
});

describe("maintenance from 10 to 20", () => {
  const windows = [window(10, 20)];

  test.each<[string, Case, string[]]>([
    [
      "shows nothing before it begins",
      { open: well, finding: wellFound, windows, nowMs: 9 },
      ["operational 0"],
    ],
    [
      "begins to the millisecond, however late it is noticed",
      { open: well, finding: wellFound, windows, nowMs: 14 },
      ["operational 0", "under_maintenance 10"],
    ],
    [
      "leaves its stretch alone while it runs",
      { open: since("under_maintenance", 10), finding: wellFound, windows, nowMs: 19 },
      ["under_maintenance 10"],
    ],
    [
      "hides what fails inside",
      {
        open: since("under_maintenance", 10),
        finding: found("major_outage", 12),
        windows,
        nowMs: 19,
      },
      ["under_maintenance 10"],
    ],
    [
      "keeps a failure that began before it",
      { open: well, finding: found("major_outage", 8), windows, nowMs: 14 },
      ["operational 0", "major_outage 8", "under_maintenance 10"],
    ],
    [
      "gives way at its end to what checks say",
      { open: since("under_maintenance", 10), finding: wellFound, windows, nowMs: 20 },
      ["under_maintenance 10", "operational 20"],
    ],
    [
      "shows a failure from inside from its end on, not before",
      {
        open: since("under_maintenance", 10),
        finding: found("major_outage", 12),
        windows,
        nowMs: 25,
      },
      ["under_maintenance 10", "major_outage 20"],
    ],
    [
      "is followed by unknown where checks say nothing of the time after it",
      {
        open: since("under_maintenance", 10),
        finding: found("operational", 22),
        windows,
        nowMs: 25,
      },
      ["under_maintenance 10", "unknown 20", "operational 22"],
    ],
    [
      "is written whole when nobody ran during it",
      { open: well, finding: found("unknown", 5), windows, nowMs: 90 },
      ["operational 0", "unknown 5", "under_maintenance 10", "unknown 20"],
    ],
    [
      "is not written twice",
      { open: since("operational", 20), finding: wellFound, windows, nowMs: 90 },
      ["operational 20"],
    ],
    [
      "does not reach into what is written",
      { open: since("major_outage", 14), finding: found("major_outage", 14), windows, nowMs: 16 },
      ["under_maintenance 14"],
    ],
    [
      "is the whole history of a component that was never observed",
      { open: null, finding: null, windows, nowMs: 14 },
      ["under_maintenance 10"],
    ],
    [
      "says nothing of a component that came only after it",
      { open: null, finding: null, windows, nowMs: 25 },
      [],
    ],
    [
      "is not taken back by a prober whose clock is behind",
      { open: since("under_maintenance", 10), finding: wellFound, windows, nowMs: 9 },
      ["under_maintenance 10"],
    ],
  ])("%s", (_, given, expected) => {
    expect(starts(given)).toEqual(expected);
  });
});

describe("several maintenances", () => {
  test("that overlap are one", () => {
    const windows = [window(15, 30), window(10, 20)];
    const open = since("under_maintenance", 10);
    expect(starts({ open, finding: wellFound, windows, nowMs: 25 })).toEqual([
      "under_maintenance 10",
    ]);
    expect(starts({ open, finding: wellFound, windows, nowMs: 31 })).toEqual([
      "under_maintenance 10",
      "operational 30",
    ]);
  });

  test("apart from each other are written with the time between them", () => {
    const windows = [window(10, 20), window(30, 40)];
    expect(starts({ open: well, finding: wellFound, windows, nowMs: 50 })).toEqual([
      "operational 0",
      "under_maintenance 10",
      "operational 20",
      "under_maintenance 30",
      "operational 40",
    ]);
  });

  test("last until the latest of those that run", () => {
    const windows = [window(10, 20), window(15, 30), window(25, 90)];
    expect(maintenanceUntil(windows, 9)).toBeNull();
    expect(maintenanceUntil(windows, 16)).toBe(30);
    expect(maintenanceUntil(windows, 20)).toBe(30);
    expect(maintenanceUntil(windows, 90)).toBeNull();
  });
});

test("asked again with its own answer it says the same", () => {
  const windows = [window(10, 20), window(18, 26), window(40, 60)];
  for (let nowMs = 0; nowMs <= 70; nowMs += 1) {
    for (const sinceMs of [0, 8, 12, 20, 23, 45].filter((time) => time <= nowMs)) {
      for (const status of ["operational", "major_outage", "unknown"] as const) {
        const finding = found(status, sinceMs);
        const once = statusStartsNow({ open: well, earliestMs: 0 }, finding, windows, nowMs);
        const open = once.at(-1)!;
        const again = statusStartsNow({ open, earliestMs: open.fromMs }, finding, windows, nowMs);
        expect(again).toEqual([open]);
      }
    }
  }
});

describe("an outage whose cause becomes another", () => {
  const open = { ...since("major_outage", 5), reason: "timeout" };
  const now = (reason: string, causeSinceMs: number | null) =>
    statusStartsNow(
      { open, earliestMs: 5 },
      { ...found("major_outage", 5), reason, causeSinceMs },
      [],
      20,
    ).map(({ reason: why, fromMs }) => `${why} ${fromMs}`);

  test("is an interval for each of two unrelated reasons, once the second is certain", () => {
    expect(now("silent_audio", 12)).toEqual(["timeout 5", "silent_audio 12"]);
    expect(now("silent_audio", null)).toEqual(["timeout 5"]);
    expect(now("bad_status", 12)).toEqual(["timeout 5"]);
  });

  test("is one interval to readers", () => {
    const stored = [
      { status: "major_outage", fromMs: 5, toMs: 12 },
      { status: "major_outage", fromMs: 12, toMs: null },
    ] as const;
    expect(intervalsUntil(stored, 30, [], 20)).toEqual([
      { status: "major_outage", fromMs: 5, toMs: 20 },
    ]);
  });
});
