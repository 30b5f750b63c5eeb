import { expect, test } from "vitest";
import { FAILING_CHECK } from "../../test/support/monitor/alert-cases.ts";
import type { AlertRule } from "./configuration.ts";
import { alertLists } from "./lists.ts";
import type { CheckNow, OpenAlert } from "./plan.ts";

const nowMs = Date.parse("2026-11-21T23:00:00Z");

const rule: AlertRule = {
  id: "down",
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
const quiet: AlertRule = {
  ...rule,
  id: "quiet",
  severity: "warning",
  quietHours: { from: "22:00", to: "07:00", timeZone: "UTC" },
};
const failing = FAILING_CHECK;
const alert: OpenAlert = {
  id: "a1",
  ruleId: "down",
  checkId: "tts-health",
  firedAtMs: nowMs,
  notifiedAtMs: nowMs,
  lastNotifiedAtMs: nowMs,
  escalatedAtMs: null,
  isAcknowledged: false,
  thread: null,
};

const listed = (
  rules: readonly AlertRule[],
  check: Partial<CheckNow>,
  open: readonly OpenAlert[] = [],
) => {
  const lists = alertLists(rules, [{ ...failing, ...check }], open, nowMs);
  return {
    firing: lists.firing.map(({ id }) => id),
    acknowledged: lists.acknowledged.map(({ id }) => id),
    silenced: lists.silenced.map(({ checkId, silence }) => `${checkId} ${silence}`),
  };
};
const none = { firing: [], acknowledged: [], silenced: [] };

test("an open alert fires until somebody acknowledges it, also without its rule", () => {
  expect(listed([rule], {}, [alert])).toEqual({ ...none, firing: ["a1"] });
  expect(listed([], {}, [alert])).toEqual({ ...none, firing: ["a1"] });
  const acknowledged = { ...alert, isAcknowledged: true };
  expect(listed([rule], {}, [acknowledged])).toEqual({ ...none, acknowledged: ["a1"] });
  // Maintenance changes nothing about who takes care of it.
  const inMaintenance = { isInMaintenance: true };
  expect(listed([rule], inMaintenance, [acknowledged])).toEqual({ ...none, acknowledged: ["a1"] });
});

test.each([
  [{ isInMaintenance: true }, "maintenance"],
  [{ isConsequence: true }, "consequence"],
] as const)(
  "what is held back is silenced, with an alert and without one: %j",
  (check, silence) => {
    const silenced = { ...none, silenced: [`tts-health ${silence}`] };
    expect(listed([rule], check, [alert])).toEqual(silenced);
    expect(listed([rule], check)).toEqual(silenced);
    expect(listed([rule], { ...check, failedSlots: 1 })).toEqual(none);
    expect(listed([{ ...rule, checks: ["web"] }], check)).toEqual(none);
  },
);

test("quiet hours silence what nobody was told of yet", () => {
  const ofQuiet = { ...alert, ruleId: "quiet", notifiedAtMs: null };
  expect(listed([quiet], {}, [ofQuiet])).toEqual({
    ...none,
    silenced: ["tts-health quiet_hours"],
  });
  expect(listed([quiet], {}, [{ ...ofQuiet, notifiedAtMs: nowMs }])).toEqual({
    ...none,
    firing: ["a1"],
  });
});

test("a check that fires by one rule is not silenced by another", () => {
  const ofQuiet = { ...alert, id: "a2", ruleId: "quiet", notifiedAtMs: null };
  expect(listed([rule, quiet], {}, [alert, ofQuiet])).toEqual({ ...none, firing: ["a1"] });
});
