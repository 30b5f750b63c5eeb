import { describe, expect, test } from "vitest";
import {
  causeSinceMs,
  type CheckState,
  heldUntilMs,
  judge as judgeSlots,
  type LocationReport,
  outcomeOf,
} from "./verdict.ts";

/** `n` is a pass that could not be judged as a whole. */
type Letter = keyof typeof results;
const results = {
  o: "ok",
  d: "degraded",
  f: "failed",
  p: "prober_error",
  n: "ok",
  c: "ok",
  b: "ok",
  x: "failed",
} as const;
/** What runs before them in the same slot found: `c` confirms a pass, `b` a degraded one, and `x` failed after a pass. */
const CONFIRMED: Readonly<Record<string, LocationReport["confirms"]>> = {
  c: { result: "ok", startedAtMs: 0 },
  b: { result: "degraded", startedAtMs: 0 },
  x: { result: "ok", startedAtMs: 0 },
};
const here = ["here"];

/** One location's reports, one slot per letter from slot 1 on. */
function reports(letters: string, location = "here"): LocationReport[] {
  return Array.from(letters).map((letter, index) => ({
    location,
    slotMs: index + 1,
    startedAtMs: index + 1,
    endedAtMs: index + 1.5,
    result: results[letter as Letter],
    confirms: CONFIRMED[letter] ?? null,
    reason: letter === "o" ? null : letter === "n" ? "not_heard" : `reason ${index + 1}`,
  }));
}

/** The state after all slots that can be judged, one millisecond each. */
function judge(
  state: CheckState | null,
  all: readonly LocationReport[],
  liveLocations: readonly string[],
  heldFromMs?: number,
): CheckState | null {
  const held = heldFromMs === undefined ? {} : { heldFromMs };
  return judgeSlots(state, all, { periodMs: 1, liveLocations, ...held }).at(-1)?.state ?? state;
}

function verdictAfter(letters: string): [CheckState["verdict"], CheckState["sinceMs"]] {
  const state = judge(null, reports(letters), here);
  return [state?.verdict ?? null, state?.sinceMs ?? null];
}

describe("the verdict of a check", () => {
  test.each([
    ["nothing", "", null, null],
    ["a first pass", "o", "up", 1],
    ["a first failure", "f", null, null],
    ["a failure, then a pass", "fo", "up", 2],
    ["two failures", "ff", "down", 1],
    ["one failure among passes", "oofo", "up", 1],
    ["two failures apart", "ofofo", "up", 1],
    ["two failures in a row", "ooff", "down", 3],
    ["a longer outage", "oofffff", "down", 3],
    ["one pass in an outage", "offof", "down", 2],
    ["two passes in a row", "offoo", "up", 4],
    ["a confirmed pass", "offc", "up", 4],
    ["a degraded pass that is confirmed by a good one", "offb", "degraded", 4],
    ["a confirmed pass after a degraded one", "offdc", "up", 5],
    ["a pass that the next run denies", "offxo", "down", 2],
    ["a confirmed pass in no outage", "oocf", "up", 1],
    ["what could not be judged, in an outage", "offnnnnnn", "down", 2],
    ["what could not be judged, in an outage, then two passes", "offnnoo", "up", 6],
    ["what could not be judged, after a pass", "onnnn", "up", 1],
    ["what could not be judged, alone", "nnn", null, null],
    ["two degraded slots", "odd", "degraded", 2],
    ["degraded, then failed", "odf", "degraded", 2],
    ["degraded, then failed for good", "odff", "down", 3],
    ["down, then degraded", "offdd", "degraded", 4],
    ["down, then better and better", "offdo", "degraded", 4],
    ["down, degraded, up", "offdoo", "up", 5],
    ["a prober's own error among failures", "ofpf", "down", 2],
    ["nothing but a prober's own errors", "opppp", "up", 1],
  ])("after %s", (_what, letters, verdict, since) => {
    expect(verdictAfter(letters)).toEqual([verdict, since]);
  });

  test.each([
    ["a failure in it, then a pass", "off|o", "up", 4],
    ["a failure and a pass in it, then a pass", "offo|o", "up", 5],
    ["a failure in it, then one more", "off|f", "down", 3],
    ["a pass in it, then a failure", "offoo|f", "up", 4],
    ["a failure and a pass in it, then a failure", "offo|f", "up", 4],
  ])("after maintenance, with %s", (_what, letters, verdict, since) => {
    const toMs = letters.indexOf("|") + 1;
    const all = reports(letters.replace("|", ""));
    const judging = { periodMs: 1, liveLocations: here, windows: [{ fromMs: 2, toMs }] };
    expect(judgeSlots(null, all, judging).at(-1)?.state).toMatchObject({ verdict, sinceMs: since });
    const [inside, after] = [all.slice(0, toMs - 1), all.slice(toMs - 1)];
    const before = judgeSlots(null, inside, judging).at(-1)?.state ?? null;
    expect(judgeSlots(before, after, judging).at(-1)?.state).toMatchObject({
      verdict,
      sinceMs: since,
    });
  });

  test("is the same whether the slots come one by one or together", () => {
    const all = reports("odfffodoofdpffoood");
    let state: CheckState | null = null;
    for (const report of all) state = judge(state, [report], here);
    expect(state).toEqual(judge(null, all, here));
  });

  test("does not reach back before somebody first looked", () => {
    const late = (letters: string): LocationReport[] =>
      reports(letters).map((report) => ({ ...report, startedAtMs: report.slotMs + 0.4 }));
    const judgedLate = (letters: string): unknown => judge(null, late(letters), here)?.sinceMs;
    expect(judgedLate("o")).toBeCloseTo(1.4);
    expect(judgedLate("ff")).toBeCloseTo(1.4);
    expect(judgedLate("off")).toBeCloseTo(2.4);
  });

  test("starts anew after three periods without observations", () => {
    const state = judge(null, reports("off"), here);
    const later = reports(".......fo").filter(({ result }) => result !== undefined);
    expect(judge(state, later.slice(0, 1), here)).toMatchObject({ verdict: null, lastSlotMs: 8 });
    expect(judge(state, later, here)).toMatchObject({ verdict: "up", sinceMs: 9 });
  });

  test("holds on by reports that follow it, not by one that comes when its time is over", () => {
    const state = judge(null, reports("o"), here);
    if (state === null) throw new Error("one pass is enough for a verdict");
    const at = (slot: number) =>
      reports("o").map((report) => ({ ...report, slotMs: slot, startedAtMs: slot }));
    expect(heldUntilMs(state, [], 1)).toBe(4);
    expect(heldUntilMs(state, [...at(5), ...at(3)], 1)).toBe(8);
    expect(heldUntilMs(state, at(5), 1)).toBe(4);
  });

  test("tells every slot that it judged, and when that slot was done", () => {
    const judged = judgeSlots(null, reports("offoo"), { periodMs: 1, liveLocations: here });
    expect(judged.map(({ state }) => state.verdict)).toEqual(["up", "up", "down", "down", "up"]);
    expect(judged.map(({ endedAtMs }) => endedAtMs)).toEqual([1.5, 2.5, 3.5, 4.5, 5.5]);
  });

  test("keeps the reason of the newest slot that did not pass, until it is up", () => {
    expect(judge(null, reports("offf"), here)?.reason).toBe("reason 4");
    expect(judge(null, reports("offfo"), here)?.reason).toBe("reason 4");
    expect(judge(null, reports("offfoo"), here)?.reason).toBeNull();
    expect(judge(null, reports("of"), here)?.reason).toBeNull();
  });
});

describe("several locations", () => {
  const locations = ["a", "b", "c"];
  const from = (letters: Record<string, string>): LocationReport[] =>
    Object.entries(letters).flatMap(([location, text]) => reports(text, location));

  test("decide by strict majority of those that reported", () => {
    const at = (...letters: Letter[]) =>
      outcomeOf(letters.flatMap((letter, index) => reports(letter, String(index))))?.result;
    expect(at("f", "o", "o")).toBe("ok");
    expect(at("f", "f", "o")).toBe("failed");
    expect(at("f", "o")).toBe("ok");
    expect(at("f", "d", "o")).toBe("degraded");
    expect(at("f", "p", "p")).toBe("failed");
    expect(at("p", "p", "p")).toBeUndefined();
  });

  test("are waited for before a slot is judged", () => {
    const waiting = judge(null, from({ a: "o" }), locations);
    expect(waiting).toBeNull();
    expect(judge(null, from({ a: "o", b: "o", c: "f" }), locations)?.verdict).toBe("up");
  });

  test("date what they agree on to the first of them that saw it", () => {
    const at = (location: string, letters: string, after: number): LocationReport[] =>
      reports(letters, location).map((report) => ({
        ...report,
        startedAtMs: report.slotMs + after,
      }));
    const all = [...at("a", "oofffo", 0.1), ...at("b", "offfoo", 0.3), ...at("c", "offfoo", 0.6)];
    const states = judgeSlots(null, all, { periodMs: 1, liveLocations: locations });
    expect(states.map(({ state: { verdict, sinceMs } }) => [verdict, sinceMs])).toEqual([
      ["up", 1.1],
      ["up", 1.1],
      ["down", 2.3],
      ["down", 2.3],
      ["down", 2.3],
      ["up", 5.3],
    ]);
  });

  test("that stay silent are waited for until a later slot has a report", () => {
    const reported = from({ a: "of", b: "o" });
    expect(judge(null, reported, locations)).toMatchObject({ verdict: "up", lastSlotMs: 1 });
  });

  test("are waited for from the slot on of which one has results that are not stored", () => {
    const all = from({ a: "ooff", b: "ooff" });
    expect(judge(null, all, ["a", "b"], 3)).toMatchObject({ verdict: "up", lastSlotMs: 2 });
    expect(judge(null, all, ["a", "b"])).toMatchObject({ verdict: "down", lastSlotMs: 4 });
  });

  test("whose report comes after its slot was judged change nothing", () => {
    const state = judge(null, from({ a: "oo", b: "oo" }), ["a", "b"]);
    expect(judge(state, from({ c: "ff" }), locations)).toEqual(state);
  });
});

describe("the cause of a failing check", () => {
  const causes = (reasons: readonly (string | null)[]): (number | null)[] => {
    const all = reasons.map((reason, index): LocationReport => ({
      location: "here",
      slotMs: index,
      startedAtMs: index + 0.2,
      endedAtMs: index + 0.4,
      result: reason === null ? "ok" : "failed",
      reason,
    }));
    const slots = judgeSlots(null, all, { periodMs: 1, liveLocations: here });
    return slots.map(({ state }) => causeSinceMs(state));
  };

  test("is certain with its second slot in a row, and since the first of them", () => {
    expect(causes(["timeout", "timeout", "timeout", "silent_audio", "silent_audio"])).toEqual([
      null,
      0.2,
      0.2,
      null,
      3.2,
    ]);
  });

  test("goes on with related reasons, and through a slot that passes", () => {
    expect(causes(["timeout", "bad_status", null, "timeout"])).toEqual([null, 0.2, null, 0.2]);
  });
});
