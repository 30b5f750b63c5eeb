import { expect, test } from "vitest";
import { kindOf } from "./thread-message.ts";

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
