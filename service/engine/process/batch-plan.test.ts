import { expect, test } from "vitest";
import { planBatch, type OpenRecognition } from "./batch-plan.ts";

const waiting = (recognition: Partial<OpenRecognition>): OpenRecognition => ({
  waitingSeconds: 15,
  hasEnded: false,
  reportSeconds: 10,
  ...recognition,
});
const file = waiting({});
const live = waiting({ reportSeconds: 0.28, waitingSeconds: 0.1 });

test("a file alone gets ten seconds a batch", () => {
  expect(planBatch([file])).toEqual([10]);
});

test("files share ten seconds, two each at least", () => {
  expect(planBatch([file, file])).toEqual([5, 5]);
  expect(planBatch(Array.from({ length: 8 }, () => file))).toEqual(Array(8).fill(2));
});

test("beside a live stream a file gets two seconds", () => {
  expect(planBatch([file, live])).toEqual([2, 0.28]);
});

test("a live stream with nothing to decode makes files short and takes no part", () => {
  expect(planBatch([{ ...live, waitingSeconds: 0 }, file])).toEqual([0, 2]);
});

test("a file waits for a whole stretch, until it has ended", () => {
  expect(planBatch([waiting({ waitingSeconds: 9.9 })])).toEqual([0]);
  expect(planBatch([waiting({ waitingSeconds: 10 })])).toEqual([10]);
  expect(planBatch([waiting({ waitingSeconds: 9.9, hasEnded: true })])).toEqual([10]);
  expect(planBatch([waiting({ waitingSeconds: 0, hasEnded: true })])).toEqual([10]);
});
