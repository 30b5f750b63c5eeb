import { expect, test } from "vitest";
import { UsageSums, type Use } from "./usage-sums.ts";

const use: Use = {
  keyId: "key_1",
  accountId: "acct_1",
  product: "transcription",
  at: new Date("2026-11-30T23:59:59Z"),
  amount: 1.5,
  requests: 1,
};

test("uses are summed by day and key, and by month and meter", () => {
  const sums = new UsageSums();
  expect(sums.isEmpty).toBe(true);
  sums.add(use);
  sums.add({ ...use, product: "stream", keyId: "key_2", amount: 0.0005 });
  sums.add({ ...use, product: "speech", amount: 5 });
  sums.add({ ...use, product: "speech", amount: 7, requests: 0 });
  sums.add({ ...use, at: new Date("2026-12-01T00:00:00Z") });
  expect(
    sums.days.map((day) => [
      day.day,
      day.keyId,
      day.product,
      day.audioSeconds,
      day.characters,
      day.requests,
    ]),
  ).toEqual([
    ["2026-11-30", "key_1", "speech", 0, 12, 1],
    ["2026-11-30", "key_1", "transcription", 1.5, 0, 1],
    ["2026-12-01", "key_1", "transcription", 1.5, 0, 1],
    ["2026-11-30", "key_2", "stream", 0.0005, 0, 1],
  ]);
  // Months count milliseconds, and each begun one.
  expect(sums.months.map(({ month, meter, used }) => [month, meter, used])).toEqual([
    ["2026-11-01", "audio", 1501],
    ["2026-11-01", "characters", 12],
    ["2026-12-01", "audio", 1500],
  ]);
});
