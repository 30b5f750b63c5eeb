import { expect, test } from "vitest";
import type { JobMessage } from "../process/model-process.ts";
import { openDividedRecognition } from "./divided-recognition.ts";
import { PART } from "./parts.ts";
import type { Slot } from "./pool.ts";

const RATE = 10;

/** A process that notes what it is told, and whose open jobs can be answered. */
function processOf(name: "own" | "other", calls: string[], sent: Record<string, number>) {
  const jobs = new Map<number, (message: JobMessage) => void>();
  let last = 0;
  return {
    name,
    jobs,
    openJob(receive: (message: JobMessage) => void) {
      jobs.set((last += 1), receive);
      return last;
    },
    closeJob: (id: number) => jobs.delete(id) && calls.push(`${name} closes`),
    send: ({ type }: { type: string }) => calls.push(`${name} ${type}s`),
    sendAudio(_id: number, samples: Int16Array, written: () => void) {
      sent[name] = (sent[name] ?? 0) + samples.length;
      written();
    },
  };
}

function opened() {
  const calls: string[] = [];
  const sent = { own: 0, other: 0 };
  const [own, other] = [processOf("own", calls, sent), processOf("other", calls, sent)];
  const slot = {
    modelId: "a",
    process: own,
    sampleRate: RATE,
    idleProcess: () => [own, other].find(({ jobs }) => jobs.size === 0),
    computed: () => undefined,
  } as unknown as Slot;
  const reports: string[] = [];
  const recognition = openDividedRecognition(
    slot,
    { preferred: [], reportSeconds: 1, packetSamples: 10_000 },
    {
      progress: ({ decodedSeconds, finished }) => reports.push(`${decodedSeconds} ${finished}`),
      failed: ({ code }) => reports.push(code),
    },
  );
  return { recognition, own, other, calls, reports, sent };
}

const finished = (decodedSeconds: number): JobMessage => ({
  type: "progress",
  id: 1,
  computeSeconds: 1,
  progress: { settled: [], tentative: [], nextWordFrom: 0, decodedSeconds, finished: true },
});
const part = () => new Int16Array((PART.seconds + PART.lookSeconds) * RATE).fill(1000);

test("parts go to idle processes, one waits for the first that is idle again, and none for a busy one but its own", () => {
  const { recognition, own, other, calls, reports, sent } = opened();
  recognition.accept(part());
  recognition.accept(part());
  recognition.accept(part());
  expect(calls).toEqual(["own opens", "own ends", "other opens", "other ends"]);
  calls.length = 0;
  const ofOther = sent.other;
  [...other.jobs.values()][0]!(finished(60));
  expect(calls).toEqual(["other closes", "other opens", "other ends"]);
  expect(sent.other - ofOther).toBe(sent.own);
  expect(reports).toEqual(["60 false"]);
  calls.length = 0;
  own.openJob(() => {});
  [...own.jobs.values()][0]!(finished(60));
  expect(calls).toEqual(["own closes", "own opens"]);
  recognition.end();
  recognition[Symbol.dispose]();
  expect(calls.slice(2)).toEqual(["own ends", "other closes", "own closes"]);
});

test("what waits when it is disposed is never opened", () => {
  const { recognition, own, calls } = opened();
  for (let count = 0; count < 3; count += 1) recognition.accept(part());
  const [first] = own.jobs.values();
  calls.length = 0;
  recognition[Symbol.dispose]();
  first!(finished(60));
  expect(calls).toEqual(["own closes", "other closes"]);
});

test("it fails when a process of one of its parts ends", () => {
  const { recognition, other, reports } = opened();
  recognition.accept(part());
  [...other.jobs.values()][0]!({ type: "gone" } as JobMessage);
  expect(reports).toEqual(["model_loading"]);
});
