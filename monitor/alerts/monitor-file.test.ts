import { describe, expect, test } from "vitest";
import { FAILING_CHECK } from "../../test/support/monitor/alert-cases.ts";
import { MONITOR_FILE } from "../domain/configuration-version.ts";
import type { AlertRule } from "./configuration.ts";
import { monitorFileCheckId, withMonitorFileRules } from "./monitor-file.ts";
import { alertChanges, type CheckNow } from "./plan.ts";

const rule: AlertRule = {
  id: "all",
  receivers: ["phone"],
  rotas: [],
  components: [],
  groups: [],
  checks: [],
  afterBadSlots: 5,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: 30,
  escalation: null,
  tellsRecovery: true,
  quietHours: null,
};

const differing: CheckNow = {
  ...FAILING_CHECK,
  checkId: monitorFileCheckId("izmir"),
  componentId: MONITOR_FILE,
  failedSlots: 1,
  impairedSlots: 1,
};

const firedAlerts = (rules: readonly AlertRule[], check = differing) =>
  alertChanges(withMonitorFileRules(rules), [check], []).fire.map(({ rule: by }) => [
    by.id,
    by.severity,
    by.receivers,
  ]);

describe("a monitor.yaml that differs is told", () => {
  test("to the people of rules about all checks, once and as a warning", () => {
    const web = { ...rule, id: "web", components: ["web"], receivers: ["chat"] };
    expect(firedAlerts([rule, web])).toEqual([["all@monitor.yaml", "warning", ["phone"]]]);
    expect(firedAlerts([{ ...rule, severity: "info" }])).toEqual([
      ["all@monitor.yaml", "info", ["phone"]],
    ]);
  });

  test("to the people of all rules where none is about all checks", () => {
    const web = { ...rule, id: "web", components: ["web"], receivers: ["chat"] };
    const api = { ...rule, id: "api", groups: ["api"], receivers: ["mail"] };
    expect(firedAlerts([web, api])).toEqual([
      ["web@monitor.yaml", "warning", ["chat"]],
      ["api@monitor.yaml", "warning", ["mail"]],
    ]);
  });

  test("not before its time, nor by a rule that is about checks", () => {
    expect(firedAlerts([rule], { ...differing, failedSlots: 0, impairedSlots: 0 })).toEqual([]);
    expect(alertChanges([{ ...rule, afterBadSlots: 1 }], [differing], []).fire).toEqual([]);
  });
});
