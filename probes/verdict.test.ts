import { describe, expect, test } from "vitest";

import { type CheckState, judge, type LocationReport, outcomeOf } from "./verdict.ts";

type Letter = "o" | "d" | "f" | "p";
const results = { o: "ok", d: "degraded", f: "failed", p: "prober_error" } as const;
const here = ["here"];

/** One location's reports, one slot per letter from slot 1 on. */
function reports(letters: string, location = "here"): LocationReport[] {
  return Array.from(letters).map((letter, index) => ({
    location,
    slotMs: index + 1,
    result: results[letter as Letter],
    reason: letter === "o" ? null : `reason ${index + 1}`,
  }));
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

  test("is the same whether the slots come one by one or together", () => {
    const all = reports("odfffodoofdpffoood");
    let state: CheckState | null = null;
    for (const report of all) state = judge(state, [report], here);
    expect(state).toEqual(judge(null, all, here));
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

  test("that stay silent are waited for until a later slot has a report", () => {
    const reported = from({ a: "of", b: "o" });
    expect(judge(null, reported, locations)).toMatchObject({ verdict: "up", lastSlotMs: 1 });
  });

  test("whose report comes after its slot was judged change nothing", () => {
    const state = judge(null, from({ a: "oo", b: "oo" }), ["a", "b"]);
    expect(judge(state, from({ c: "ff" }), locations)).toEqual(state);
  });
});
