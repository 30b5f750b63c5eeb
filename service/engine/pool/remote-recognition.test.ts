import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Slot } from "./pool.ts";
import { openRecognition } from "./remote-recognition.ts";

/** A recognition beside the calls of its process: types of messages, and samples of packets. */
function opened() {
  const calls: (string | number)[] = [];
  const process = {
    openJob: () => 1,
    closeJob: () => calls.push("closed"),
    send: ({ type }: { type: string }) => calls.push(type),
    sendAudio(_id: number, samples: Int16Array, sent: () => void) {
      calls.push(samples.length);
      sent();
    },
  };
  const slot = { modelId: "a", process } as unknown as Slot;
  const events = { progress: () => undefined, failed: () => undefined };
  const recognition = openRecognition(slot, { preferred: [], reportSeconds: 1 }, events);
  return { recognition, calls };
}

test("small frames that come in one turn are sent together, and a long one at once", async () => {
  const { recognition, calls } = opened();
  for (let frame = 0; frame < 5000; frame += 1) recognition.accept(new Float32Array(1));
  await nextTurn();
  expect(calls).toEqual(["open", 4096, 904]);
  recognition.accept(new Float32Array(1600));
  await nextTurn();
  recognition.accept(new Float32Array(10_000));
  recognition.accept(new Float32Array(1));
  recognition.end();
  expect(calls.slice(3)).toEqual([1600, 10_000, 1, "end"]);
});

test("what was gathered is not sent for a recognition that nobody waits for any more", async () => {
  const { recognition, calls } = opened();
  recognition.accept(new Float32Array(1));
  recognition[Symbol.dispose]();
  await nextTurn();
  expect(calls).toEqual(["open", "closed"]);
});
