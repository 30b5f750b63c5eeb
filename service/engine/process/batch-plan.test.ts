import { expect, test } from "vitest";
import { planBatch, type OpenRecognition } from "./batch-plan.ts";

const waiting = (recognition: Partial<OpenRecognition>): OpenRecognition => ({
  waitingSeconds: 25,
  hasEnded: false,
  reportSeconds: 20,
  ...recognition,
});
const file = waiting({});
const live = waiting({ reportSeconds: 0.28, waitingSeconds: 0.1 });

test("a file alone gets twenty seconds a batch", () => {
  expect(planBatch([file])).toEqual([20]);
});

test("files share twenty seconds, two each at least", () => {
  expect(planBatch([file, file])).toEqual([10, 10]);
  expect(planBatch(Array.from({ length: 16 }, () => file))).toEqual(Array(16).fill(2));
});

test("beside a live stream a file gets two seconds", () => {
  expect(planBatch([file, live])).toEqual([2, 0.28]);
});

test("a live stream that is behind catches up two seconds at a time", () => {
  expect(planBatch([{ ...live, waitingSeconds: 2 }])).toEqual([0.28]);
  expect(planBatch([{ ...live, waitingSeconds: 2.1 }, live, file])).toEqual([2, 0.28, 2]);
  expect(planBatch([{ ...live, waitingSeconds: 64, hasEnded: true }])).toEqual([2]);
});

test("a live stream with nothing to decode makes files short and takes no part", () => {
  expect(planBatch([{ ...live, waitingSeconds: 0 }, file])).toEqual([0, 2]);
});

test("a file waits for a whole batch, until it has ended", () => {
  expect(planBatch([waiting({ waitingSeconds: 19.9 })])).toEqual([0]);
  expect(planBatch([waiting({ waitingSeconds: 20 })])).toEqual([20]);
  expect(planBatch([waiting({ waitingSeconds: 19.9, hasEnded: true })])).toEqual([20]);
  expect(planBatch([waiting({ waitingSeconds: 0, hasEnded: true })])).toEqual([20]);
});
