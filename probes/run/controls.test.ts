import { expect, test } from "vitest";
import type { CheckContext } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { type Control, Controls } from "./controls.ts";

/** Returns a control whose runs end as given, with the contexts that it got. */
function controlOf(id: string, expect: Control["expect"], error?: unknown) {
  const contexts: CheckContext[] = [];
  const control: Control = {
    id,
    expect,
    run: async (context) => {
      contexts.push(context);
      if (error !== undefined) throw error;
      return { result: "ok" };
    },
  };
  return { control, contexts };
}

const down = new CheckFailure("connect_refused", "nothing listens");
const faultOf = (...controls: readonly Control[]) => new Controls(controls).faultSince(0);

test.each<[Control["expect"], unknown, object | null]>([
  ["pass", undefined, null],
  ["pass", down, { reason: "prober_offline", message: "control one failed: nothing listens" }],
  [
    "fail",
    undefined,
    { reason: "prober_intercepted", message: "control one passed, and has to fail" },
  ],
  ["fail", down, null],
  ["pass", new TypeError("a bug"), { reason: "check_threw", message: "control one: a bug" }],
  ["fail", "odd", { reason: "check_threw", message: "control one: odd" }],
])("a control that has to %s, and ends with %s", async (expected, error, fault) => {
  expect(await faultOf(controlOf("one", expected, error).control)).toEqual(fault);
});

test("the first control at fault is named, and none without controls", async () => {
  const [good, bad, worse] = [
    controlOf("good", "pass"),
    controlOf("bad", "pass", down),
    controlOf("worse", "pass", down),
  ];
  expect(await faultOf(good.control, bad.control, worse.control)).toMatchObject({
    message: "control bad failed: nothing listens",
  });
  expect(await faultOf()).toBeNull();
});

test("a database that was away is a fault where no control has one", async () => {
  const requests: number[] = [];
  const database = (wasAway: boolean) => ({
    wasAwaySince: async (monotonicMs: number) => {
      requests.push(monotonicMs);
      return wasAway;
    },
  });
  expect(await new Controls([], database(true)).faultSince(5)).toEqual({
    reason: "prober_offline",
    message: "the database was away at the same time, and no control outside is named",
  });
  expect(await new Controls([], database(false)).faultSince(5)).toBeNull();
  expect(requests).toEqual([5, 5]);
  const { control } = controlOf("one", "fail");
  expect(await new Controls([control], database(true)).faultSince(0)).toMatchObject({
    reason: "prober_intercepted",
  });
});

test("a control gets no key of the service", async () => {
  const { control, contexts } = controlOf("one", "pass");
  await faultOf(control);
  expect(contexts).toMatchObject([{ apiKey: "", account: undefined, seed: "one", turn: 0 }]);
});

test("a round is shared by runs that fail at the same time, and serves no run that began later", async () => {
  const { control, contexts } = controlOf("one", "pass");
  const controls = new Controls([control]);
  const beganMs = performance.now();
  await Promise.all([controls.faultSince(beganMs), controls.faultSince(beganMs)]);
  await controls.faultSince(beganMs);
  expect(contexts).toHaveLength(1);
  await controls.faultSince(performance.now());
  expect(contexts).toHaveLength(2);
});
