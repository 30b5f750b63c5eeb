import { expect, test } from "vitest";
import { kindOf, namedAlerts } from "./thread-message.ts";

const at = new Date("2026-11-27T03:00:00Z");
const failing = { resolved_at: null, withdrawn: false, acknowledged_at: null };
const taken = { ...failing, acknowledged_at: at };
const recovered = { ...failing, resolved_at: at };
const withdrawn = { ...recovered, withdrawn: true };

test.each([
  ["all ended, one of them recovered", ["trigger", "resolve"], [recovered, withdrawn], "resolve"],
  ["all left monitor.yaml", ["withdraw"], [withdrawn, withdrawn], "withdraw"],
  [
    "all that fail are taken care of",
    ["acknowledge", "resolve"],
    [taken, recovered],
    "acknowledge",
  ],
  ["one that fails is not", ["acknowledge", "trigger"], [taken, failing], "trigger"],
  ["nobody cared", ["trigger", "escalate"], [failing, failing], "escalate"],
  ["some recovered, and nothing else is new", ["resolve"], [recovered, failing], "repeat"],
  ["the end is not told there", ["trigger"], [recovered], "trigger"],
] as const)("what is told together when %s", (_what, kinds, alerts, kind) => {
  expect(kindOf(kinds, alerts)).toBe(kind);
});

test("a combined message names what is open, else what recovered and does not fail again", () => {
  const [open, well, again, gone] = [
    { ...failing, component_id: "tts" },
    { ...recovered, component_id: "web" },
    { ...recovered, component_id: "stt-file" },
    { ...withdrawn, component_id: "docs" },
  ];
  const down = new Set(["tts", "stt-file"]);
  const named = (...alerts: Parameters<typeof namedAlerts>[0][number][]) =>
    namedAlerts(alerts, down).map(({ component_id }) => component_id);
  expect(named(open, well, again, gone)).toEqual(["tts"]);
  expect(named(well, again, gone)).toEqual(["web"]);
  expect(named(again, gone)).toEqual(["stt-file"]);
  expect(named(gone)).toEqual(["docs"]);
});
