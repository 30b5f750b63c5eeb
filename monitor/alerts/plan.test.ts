import { describe, expect, test } from "vitest";
import { FAILING_CHECK } from "../../test/support/monitor/alert-cases.ts";
import type { AlertRule } from "./configuration.ts";
import { alertChanges, type CheckNow, dueNotifications, type OpenAlert } from "./plan.ts";
import { isQuiet } from "./quiet-hours.ts";

const minuteMs = 60_000;
const startMs = Date.parse("2026-11-21T12:00:00Z");

const rule: AlertRule = {
  id: "speech",
  receivers: ["phone"],
  rotas: [],
  components: [],
  groups: [],
  checks: [],
  afterBadSlots: 2,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: null,
  escalation: null,
  tellsRecovery: true,
  quietHours: null,
};

const failing: CheckNow = { ...FAILING_CHECK, groupId: "api" };

const alert: OpenAlert = {
  id: "a1",
  ruleId: "speech",
  checkId: "tts-health",
  firedAtMs: startMs,
  notifiedAtMs: startMs,
  lastNotifiedAtMs: startMs,
  escalatedAtMs: null,
  isAcknowledged: false,
  thread: null,
};

const fired = (change: Partial<CheckNow>, ofRule: Partial<AlertRule> = {}): number =>
  alertChanges([{ ...rule, ...ofRule }], [{ ...failing, ...change }], []).fire.length;
const ended = (change: Partial<CheckNow>, ofRule: Partial<AlertRule> = {}): number =>
  alertChanges([{ ...rule, ...ofRule }], [{ ...failing, ...change }], [alert]).resolve.length;

describe("an alert begins", () => {
  test("with the bad slots that its rule asks for, once", () => {
    expect(fired({ failedSlots: 1 })).toBe(0);
    expect(fired({})).toBe(1);
    expect(alertChanges([rule], [failing], [alert]).fire).toEqual([]);
  });

  test("not while nothing is known, nor in maintenance", () => {
    expect(fired({ isKnown: false })).toBe(0);
    expect(fired({ isInMaintenance: true })).toBe(0);
    expect(fired({ isConsequence: true })).toBe(0);
  });

  test("for degraded slots only where the rule includes them", () => {
    const degraded = { lastResult: "degraded", failedSlots: 0 } as const;
    expect(fired(degraded)).toBe(0);
    expect(fired(degraded, { includesDegraded: true })).toBe(1);
  });

  test.each([
    [{ components: ["tts"] }, 1],
    [{ components: ["docs"] }, 0],
    [{ groups: ["api"] }, 1],
    [{ checks: ["tts-health"] }, 1],
    [{ components: ["docs"], checks: ["tts-health"] }, 1],
    [{ groups: ["web"] }, 0],
  ])("for what its rule names: %j", (about, count) => {
    expect(fired({}, about)).toBe(count);
  });
});

describe("an alert ends", () => {
  test("when its check is well by the verdict, not with one slot that passes", () => {
    expect(ended({ lastResult: "ok", failedSlots: 0 })).toBe(0);
    expect(ended({ verdict: "up", lastResult: "ok", failedSlots: 0 })).toBe(1);
    expect(ended({ verdict: "degraded", lastResult: "degraded" })).toBe(1);
    expect(ended({ verdict: "degraded", lastResult: "degraded" }, { includesDegraded: true })).toBe(
      0,
    );
  });

  test("not while nothing is known", () => {
    expect(ended({ isKnown: false, verdict: "up", lastResult: "ok" })).toBe(0);
  });

  test("without a recovery when its rule or its check is gone, or the rule is about others now", () => {
    const ends = { fire: [], resolve: [], withdraw: [alert], replace: [] };
    expect(alertChanges([], [failing], [alert])).toEqual(ends);
    expect(alertChanges([rule], [], [alert])).toEqual(ends);
    expect(alertChanges([{ ...rule, components: ["docs"] }], [failing], [alert])).toEqual(ends);
    const well = { verdict: "up", lastResult: "ok" } as const;
    expect(alertChanges([], [{ ...failing, ...well }], [alert])).toEqual(ends);
  });
});

describe("who is told", () => {
  const due = (
    afterMinutes: number,
    change: Partial<OpenAlert> = {},
    ofRule: Partial<AlertRule> = {},
  ) =>
    dueNotifications(
      [{ ...rule, ...ofRule }],
      [failing],
      [{ ...alert, ...change }],
      startMs + afterMinutes * minuteMs,
    ).map(({ kind, receivers }) => [kind, ...receivers]);

  test("is told once unless the rule repeats", () => {
    expect(due(0, { notifiedAtMs: null, lastNotifiedAtMs: null })).toEqual([["trigger", "phone"]]);
    expect(due(600)).toEqual([]);
    expect(due(14, {}, { repeatMinutes: 15 })).toEqual([]);
    expect(due(15, {}, { repeatMinutes: 15 })).toEqual([["repeat", "phone"]]);
  });

  test("are others when nobody acknowledges it, who then hear of repetitions too", () => {
    const escalation = { afterMinutes: 10, to: ["chief"] };
    expect(due(9, {}, { escalation })).toEqual([]);
    expect(due(10, {}, { escalation })).toEqual([["escalate", "chief"]]);
    const escalatedAtMs = startMs + 10 * minuteMs;
    expect(due(20, { escalatedAtMs }, { escalation, repeatMinutes: 15 })).toEqual([
      ["repeat", "phone", "chief"],
    ]);
  });

  test("is nobody any more once it is acknowledged, nor in maintenance", () => {
    const all = { escalation: { afterMinutes: 1, to: ["chief"] }, repeatMinutes: 1 };
    expect(due(60, { isAcknowledged: true }, all)).toEqual([]);
    const held = { ...failing, isInMaintenance: true };
    expect(
      dueNotifications([{ ...rule, ...all }], [held], [alert], startMs + 60 * minuteMs),
    ).toEqual([]);
  });

  test("hears at the end of quiet hours what is not critical", () => {
    const quietHours = { from: "12:00", to: "13:00", timeZone: "UTC" };
    const untold = { notifiedAtMs: null, lastNotifiedAtMs: null };
    expect(due(59, untold, { quietHours, severity: "warning" })).toEqual([]);
    expect(due(60, untold, { quietHours, severity: "warning" })).toEqual([["trigger", "phone"]]);
    expect(due(59, untold, { quietHours, severity: "critical" })).toEqual([["trigger", "phone"]]);
  });
});

test.each([
  ["2026-11-21T20:59:00Z", true],
  ["2026-11-21T18:59:00Z", false],
  ["2026-11-21T19:00:00Z", true],
  ["2026-11-22T03:59:00Z", true],
  ["2026-11-22T04:00:00Z", false],
])("quiet hours over midnight by the clock of Istanbul: %s is %s", (at, isIn) => {
  expect(isQuiet({ from: "22:00", to: "07:00", timeZone: "Europe/Istanbul" }, Date.parse(at))).toBe(
    isIn,
  );
});

test("quiet hours follow summer time", () => {
  const hours = { from: "01:00", to: "06:00", timeZone: "Europe/Berlin" };
  expect(isQuiet(hours, Date.parse("2026-01-15T04:30:00Z"))).toBe(true);
  expect(isQuiet(hours, Date.parse("2026-07-15T04:30:00Z"))).toBe(false);
});

describe("a check that fails for another cause since its alert began", () => {
  const other = { ...failing, causeSinceMs: startMs + minuteMs };

  test("has another alert in the place of that one, also where it was acknowledged", () => {
    for (const isAcknowledged of [false, true]) {
      const open = { ...alert, isAcknowledged };
      const { fire, replace, resolve } = alertChanges([rule], [other], [open]);
      expect({ fire, replace, resolve }).toEqual({
        fire: [{ rule, check: other }],
        replace: [open],
        resolve: [],
      });
    }
  });

  test.each([
    ["the cause is as old as the alert", { causeSinceMs: startMs }],
    ["it is not certain", { causeSinceMs: null }],
    ["nobody would be told", { isConsequence: true }],
    ["it is in maintenance", { isInMaintenance: true }],
    ["it is not observed", { isKnown: false }],
  ])("keeps its alert while %s", (_when, change) => {
    const { fire, replace } = alertChanges([rule], [{ ...other, ...change }], [alert]);
    expect({ fire, replace }).toEqual({ fire: [], replace: [] });
  });
});
