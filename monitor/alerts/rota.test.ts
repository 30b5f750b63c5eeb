import { describe, expect, test } from "vitest";
import type { Rota } from "./configuration.ts";
import { isTurnRule, onCallAt, type OnCallOverride, orderAt, shiftsOf } from "./rota.ts";

const rota: Rota = {
  id: "speech",
  people: ["ayse", "can", "deniz"],
  rule: "FREQ=WEEKLY",
  timeZone: "Europe/Berlin",
  fromMs: Date.parse("2026-01-05T08:00:00Z"),
  nextAfterMinutes: null,
};
const at = (iso: string): number => Date.parse(iso);
const who = (ofRota: Rota, iso: string, overrides: readonly OnCallOverride[] = []) =>
  onCallAt(ofRota, overrides, at(iso))?.personId;
const override = (personId: string, from: string, to: string, createdAtMs = 0): OnCallOverride => ({
  id: `${personId} ${createdAtMs}`,
  rotaId: "speech",
  personId,
  fromMs: at(from),
  toMs: at(to),
  saidBy: "Ayşe",
  createdAtMs,
});

describe("turns", () => {
  test("change every week at the hour of the zone's clock, summer time or not", () => {
    expect(who(rota, "2026-01-05T07:59:59Z")).toBeUndefined();
    expect(who(rota, "2026-01-05T08:00:00Z")).toBe("ayse");
    expect(who(rota, "2026-01-12T07:59:59Z")).toBe("ayse");
    expect(who(rota, "2026-01-12T08:00:00Z")).toBe("can");
    expect(who(rota, "2026-01-26T08:00:00Z")).toBe("ayse");
    // 30 March is the twelfth Monday after the first; 9:00 in Berlin is 7:00 UTC from the 29th on.
    expect(who(rota, "2026-03-30T06:59:59Z")).toBe("deniz");
    expect(who(rota, "2026-03-30T07:00:00Z")).toBe("ayse");
  });

  test.each([
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY;BYDAY=MO,FR",
    "FREQ=WEEKLY;INTERVAL=2",
  ])("%s are the same counted from the first one and from years later", (rule) => {
    const ofRule = { ...rota, rule };
    const [fromMs, toMs] = [at("2026-01-05T08:00:00Z"), at("2026-09-01T00:00:00Z")];
    const whole = shiftsOf(ofRule, [], fromMs, toMs);
    for (const { personId, fromMs: beginMs, toMs: endMs } of whole) {
      expect(onCallAt(ofRule, [], beginMs)?.personId).toBe(personId);
      expect(onCallAt(ofRule, [], endMs - 1)?.personId).toBe(personId);
    }
    const order = whole.map(({ personId }) => personId);
    expect(order).toEqual(order.map((_, index) => rota.people[index % 3]));
  });

  test("after many years take no longer to find", () => {
    const daily = { ...rota, rule: "FREQ=DAILY" };
    const shifts = shiftsOf(daily, [], at("2126-01-05T00:00:00Z"), at("2126-01-12T00:00:00Z"));
    expect(shifts).toHaveLength(8);
  });

  test("begin on a clock that skips the hour of some day", () => {
    const atNight = { ...rota, rule: "FREQ=DAILY", fromMs: at("2026-01-05T01:30:00Z") };
    for (let day = 0; day < 200; day += 1) {
      const atMs = at("2026-01-05T12:00:00Z") + day * 86_400_000;
      expect(onCallAt(atNight, [], atMs)?.personId).toBe(rota.people[day % 3]);
    }
  });

  test("take rules of days and weeks alone", () => {
    for (const rule of ["FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,FR"]) {
      expect(isTurnRule(rule)).toBe(true);
    }
    for (const rule of ["FREQ=MONTHLY", "FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;BYDAY=1MO", "weekly"]) {
      expect(isTurnRule(rule)).toBe(false);
    }
  });
});

describe("an override", () => {
  const night = override("deniz", "2026-01-06T20:00:00Z", "2026-01-07T06:00:00Z");

  test("cuts a turn, which goes on afterwards", () => {
    const week = shiftsOf(rota, [night], at("2026-01-05T08:00:00Z"), at("2026-01-12T08:00:00Z"));
    expect(week.map(({ personId, turnOf }) => [personId, turnOf])).toEqual([
      ["ayse", "ayse"],
      ["deniz", "ayse"],
      ["ayse", "ayse"],
    ]);
    expect(who(rota, "2026-01-07T06:00:00Z", [night])).toBe("ayse");
    expect(who(rota, "2026-01-06T21:00:00Z", [{ ...night, rotaId: "other" }])).toBe("ayse");
  });

  test("over the end of a turn is one shift", () => {
    const long = override("can", "2026-01-11T08:00:00Z", "2026-01-21T08:00:00Z");
    const shifts = shiftsOf(rota, [long], at("2026-01-05T08:00:00Z"), at("2026-01-26T08:00:00Z"));
    expect(shifts.map(({ personId }) => personId)).toEqual(["ayse", "can", "deniz"]);
    expect(shifts[1]).toMatchObject({ fromMs: long.fromMs, toMs: long.toMs });
  });

  test("that is newer holds", () => {
    const newer = override("can", "2026-01-06T22:00:00Z", "2026-01-06T23:00:00Z", 1);
    expect(who(rota, "2026-01-06T22:30:00Z", [night, newer])).toBe("can");
    expect(who(rota, "2026-01-06T23:30:00Z", [newer, night])).toBe("deniz");
  });
});

test("after who is on call come those whose turns follow, and last who is stood in for", () => {
  const order = (iso: string, overrides: readonly OnCallOverride[] = []) =>
    orderAt(rota, overrides, at(iso));
  expect(order("2026-01-13T00:00:00Z")).toEqual(["can", "deniz", "ayse"]);
  expect(order("2026-01-01T00:00:00Z")).toEqual([]);
  const stands = override("deniz", "2026-01-06T00:00:00Z", "2026-01-07T00:00:00Z");
  expect(order("2026-01-06T12:00:00Z", [stands])).toEqual(["deniz", "can", "ayse"]);
  const outsider = override("ece", "2026-01-06T00:00:00Z", "2026-01-07T00:00:00Z");
  expect(order("2026-01-06T12:00:00Z", [outsider])).toEqual(["ece", "can", "deniz", "ayse"]);
});
