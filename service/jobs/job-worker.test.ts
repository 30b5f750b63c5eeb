import pino from "pino";
import { expect, test } from "vitest";
import { LIMITS } from "../contract/limits.ts";
import { toApiError } from "../api/http/to-api-error.ts";
import type { JobEnd, TakenJob } from "./job.ts";
import {
  type JobOutcome,
  type JobWorker,
  startJobWorker,
  type WorkerOptions,
} from "./job-worker.ts";

const MAX_ATTEMPTS = LIMITS.jobs.attempts;

/** A worker at jobs that were all tried too often, so that each ends as soon as it is taken. */
class Worked implements AsyncDisposable {
  readonly events: string[] = [];
  readonly outcomes: JobOutcome[] = [];
  readonly logged: unknown[] = [];
  readonly #worker: JobWorker;

  constructor(ids: string[], store: object = {}, atOnce = 2) {
    const jobs = {
      take: async () => {
        const id = ids.shift();
        return id === undefined ? undefined : ({ id, attempts: MAX_ATTEMPTS + 1 } as TakenJob);
      },
      end: async ({ id }: TakenJob, { status }: JobEnd) => {
        this.events.push(`${id} ${status}`);
        return true;
      },
      dropRecording: async (id: string) => void this.events.push(`${id} dropped`),
      sweep: async () => void this.events.push("swept"),
      tidyEmbedded: async () => void this.events.push("tidied"),
      ...store,
    };
    const log = pino(
      { base: null, timestamp: false },
      {
        write: (line: string) => {
          const { level, msg, job } = JSON.parse(line) as Record<string, unknown>;
          this.logged.push([level, msg, ...(job === undefined ? [] : [job])]);
        },
      },
    );
    this.#worker = startJobWorker({
      jobs,
      isEmbedded: true,
      atOnce,
      toApiError,
      onOutcome: (outcome: JobOutcome) => void this.outcomes.push(outcome),
      onEnd: () => void this.events.push("ended"),
      log,
    } as unknown as WorkerOptions);
  }

  wake(): void {
    this.#worker.wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]();
  }
}

test("a job that was tried too often has failed: that is stored, counted and logged, and its recording goes", async () => {
  await using worked = new Worked(["j1"]);
  await expect.poll(() => worked.outcomes).toEqual(["failed"]);
  expect(worked.events).toEqual(["swept", "j1 failed", "ended", "j1 dropped"]);
  expect(worked.logged).toEqual([[50, "a job failed", "j1"]]);
});

test("a recording that cannot be deleted is left to the sweep", async () => {
  const dropRecording = () => Promise.reject(new Error("away"));
  await using worked = new Worked(["j1"], { dropRecording });
  await expect.poll(() => worked.outcomes).toEqual(["failed"]);
});

test("a job that another process has taken is counted as one that is done again", async () => {
  await using worked = new Worked(["j1"], { end: async () => false });
  await expect.poll(() => worked.outcomes).toEqual(["again"]);
  expect(worked.events).toEqual(["swept"]);
});

test("an end that cannot be stored is logged, and the next job has its turn", async () => {
  const end = () => Promise.reject(new Error("away"));
  await using worked = new Worked(["j1", "j2"], { end }, 1);
  await expect.poll(() => worked.logged.length).toBe(4);
  expect(worked.logged).toEqual([
    [50, "a job failed", "j1"],
    [40, "a job could not be noted", "j1"],
    [50, "a job failed", "j2"],
    [40, "a job could not be noted", "j2"],
  ]);
  expect(worked.outcomes).toEqual([]);
});

test("as many jobs as are allowed are worked at together", async () => {
  const waiting: (() => void)[] = [];
  const end = () => new Promise((resolve) => waiting.push(() => resolve(true)));
  const ids = ["j1", "j2", "j3"];
  await using worked = new Worked(ids, { end }, 2);
  await expect.poll(() => waiting.length).toBe(2);
  expect(ids).toEqual(["j3"]);
  waiting[0]!();
  await expect.poll(() => waiting.length).toBe(3);
  for (const done of waiting) done();
  await expect.poll(() => worked.outcomes).toEqual(["failed", "failed", "failed"]);
});

test("a database that is away is logged once, until it was there again", async () => {
  let isAway = true;
  let looks = 0;
  const take = async () => {
    looks += 1;
    if (isAway) throw new Error("away");
    return undefined;
  };
  await using worked = new Worked([], { take });
  const lookAgain = async () => {
    const before = looks;
    worked.wake();
    await expect.poll(() => looks).toBeGreaterThan(before);
  };
  await expect.poll(() => worked.logged.length).toBe(1);
  await lookAgain();
  isAway = false;
  await lookAgain();
  isAway = true;
  await lookAgain();
  await expect.poll(() => worked.logged.length).toBe(2);
  expect(worked.logged[1]).toEqual([40, "jobs wait: the database cannot be reached"]);
});
