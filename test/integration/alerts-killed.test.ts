import { describe, expect, test } from "vitest";
import { complaintsOfRepeats, type SentMessage } from "../chaos/alerts/sent-messages.ts";

const ANSWER_MS = 300;
const gone = [{ fromMs: 10_000, untilMs: 12_000 }];
const sentAt = (atMs: number, more: Partial<SentMessage> = {}): SentMessage => ({
  receiver: "slack",
  alertId: "one",
  kind: "trigger",
  key: "",
  isMarked: false,
  atMs,
  ...more,
});
const marked = { isMarked: true };

describe("What is told twice", () => {
  test("is right where a kill found it on its way, also where it is read after the kill", () => {
    for (const atMs of [9_900, 10_003]) {
      expect(complaintsOfRepeats([sentAt(atMs), sentAt(16_000, marked)], gone, ANSWER_MS)).toEqual(
        [],
      );
    }
  });

  test("is wrong where no kill found it", () => {
    for (const atMs of [5_000, 13_000]) {
      expect(complaintsOfRepeats([sentAt(atMs), sentAt(16_000, marked)], gone, ANSWER_MS)).toEqual([
        "again without a kill that found it: slack one trigger",
      ]);
    }
  });

  test("is wrong where it does not say so", () => {
    expect(complaintsOfRepeats([sentAt(9_900), sentAt(16_000)], gone, ANSWER_MS)).toEqual([
      "again without saying so: slack one trigger",
    ]);
  });

  test("is right only under one key at a vendor that knows repeats", () => {
    const twice = (keys: readonly [string, string]) =>
      keys.map((key, index) => sentAt(9_900 + index, { receiver: "pagerduty", key }));
    expect(complaintsOfRepeats(twice(["a", "a"]), [], ANSWER_MS)).toEqual([]);
    expect(complaintsOfRepeats(twice(["a", "b"]), [], ANSWER_MS)).toEqual([
      "twice under two keys: pagerduty one trigger",
    ]);
  });
});
