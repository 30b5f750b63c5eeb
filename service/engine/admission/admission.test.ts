import { describe, expect, test } from "vitest";
import {
  arrive,
  EMPTY_ADMISSION,
  leave,
  type Admission,
  type AdmissionLimits,
  type Job,
  type Urgency,
} from "./admission.ts";

const limits: AdmissionLimits = { live: 1, files: 2, long: 1, waiting: 2, deadlineSeconds: 30 };

function job(id: number, urgency: Urgency, workSeconds = 1): Job {
  return { id, urgency, workSeconds };
}

function admit(...jobs: readonly Job[]): Admission {
  return jobs.reduce(
    (admission, next) => arrive(admission, next, limits).admission,
    EMPTY_ADMISSION,
  );
}

const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id);

describe("jobs of nobody's account", () => {
  const wide: AdmissionLimits = { live: 4, files: 4, long: 2, waiting: 4, deadlineSeconds: 30 };
  const of = (id: number, urgency: Urgency, isAnonymous: boolean): Job => ({
    ...job(id, urgency),
    isAnonymous,
  });
  const arriving = (...jobs: readonly Job[]) => {
    let admission = EMPTY_ADMISSION;
    const arrivals = jobs.map((next) => {
      const step = arrive(admission, next, wide);
      ({ admission } = step);
      return step.arrival.type;
    });
    return { admission, arrivals };
  };

  test("have half of the places of live streams, and leave the others", () => {
    const { arrivals } = arriving(
      ...[1, 2, 3].map((id) => of(id, "live", true)),
      ...[4, 5, 6].map((id) => of(id, "live", false)),
    );
    const [some, more] = [
      ["started", "started", "refused"],
      ["started", "started", "refused"],
    ];
    expect(arrivals).toEqual([...some!, ...more!]);
  });

  test("wait for a place of their own while accounts begin at once", () => {
    const { admission, arrivals } = arriving(
      ...[1, 2, 3, 4, 5].map((id) => of(id, "short", true)),
      of(6, "short", false),
    );
    expect(arrivals).toEqual(["started", "started", "waiting", "waiting", "refused", "started"]);
    expect(ids(leave(admission, 6, wide).started)).toEqual([]);
    expect(ids(leave(admission, 1, wide).started)).toEqual([3]);
  });
});

describe("arrive", () => {
  test("starts what has room", () => {
    expect(arrive(EMPTY_ADMISSION, job(1, "short"), limits).arrival).toEqual({ type: "started" });
  });

  test("lets a short job pass a long one that waits", () => {
    const { admission, arrival } = arrive(
      admit(job(1, "long"), job(2, "long")),
      job(3, "short"),
      limits,
    );
    expect(arrival).toEqual({ type: "started" });
    expect(ids(admission.running)).toEqual([1, 3]);
    expect(ids(admission.waiting)).toEqual([2]);
  });

  test("puts a short job before long ones and behind short ones", () => {
    const full = admit(job(1, "short"), job(2, "short"), job(3, "long"));
    expect(ids(arrive(full, job(4, "short"), limits).admission.waiting)).toEqual([4, 3]);
  });

  test("refuses a live job at once instead of letting its audio wait", () => {
    expect(arrive(admit(job(1, "live")), job(2, "live"), limits).arrival).toEqual({
      type: "refused",
      reason: "server_busy",
      retryAfterSeconds: 10,
    });
  });

  test("is busy when the queue is full, and says when the next of it has surely ended", () => {
    const full = admit(
      job(1, "short", 3),
      job(2, "short", 3),
      job(3, "short", 3),
      job(4, "short", 3),
    );
    const refused = (expected: number) =>
      arrive(full, job(5, "short"), limits, { expected, slowness: 1 }).arrival;
    const busy = { type: "refused", reason: "server_busy" };
    // The two that run end together.
    expect(refused(0)).toEqual({ ...busy, retryAfterSeconds: 7 });
    expect(refused(1)).toEqual({ ...busy, retryAfterSeconds: 7 });
    // Behind those who were told to come again before.
    expect(refused(3)).toEqual({ ...busy, retryAfterSeconds: 14 });
  });

  test("lets more come at the same second where jobs are so short that some end meanwhile", () => {
    const retryAfter = (workSeconds: number, expected: number) => {
      const full = admit(...[1, 2, 3, 4].map((id) => job(id, "short", workSeconds)));
      const { arrival } = arrive(full, job(5, "short"), limits, { expected, slowness: 1 });
      return arrival.type === "refused" ? arrival.retryAfterSeconds : undefined;
    };
    // Of four places; in 150 ms one more job ends, or three.
    expect([3, 4, 5].map((expected) => retryAfter(0.15, expected))).toEqual([1, 1, 2]);
    expect([4, 6, 7].map((expected) => retryAfter(0.05, expected))).toEqual([1, 1, 2]);
  });

  test("is in high demand when the wait would pass the deadline, and says when it would not", () => {
    const busy = admit(job(1, "long", 37), job(2, "short", 3));
    expect(arrive(busy, job(3, "long"), limits).arrival).toEqual({
      type: "refused",
      reason: "high_demand",
      retryAfterSeconds: 10,
    });
  });

  test("tells nobody to wait for more than a minute", () => {
    const slow = admit(job(1, "long", 200));
    expect(arrive(slow, job(2, "long"), limits).arrival).toEqual({
      type: "refused",
      reason: "high_demand",
      retryAfterSeconds: 60,
    });
  });
});

describe("leave", () => {
  test("starts the next that fits", () => {
    const full = admit(job(1, "long"), job(2, "short"), job(3, "long"), job(4, "short"));
    const { admission, started } = leave(full, 2, limits);
    expect(ids(started)).toEqual([4]);
    expect(ids(admission.waiting)).toEqual([3]);
  });

  test("forgets a job that gave up waiting", () => {
    const full = admit(job(1, "short"), job(2, "short"), job(3, "short"));
    const { admission, started } = leave(full, 3, limits);
    expect(started).toEqual([]);
    expect(admission.waiting).toEqual([]);
  });
});

describe("files that nobody waits for", () => {
  test("wait as long as it takes, behind all others", () => {
    const busy = admit(job(1, "long", 600), job(2, "later", 600));
    const { admission, arrival } = arrive(busy, job(3, "long", 10), {
      ...limits,
      deadlineSeconds: 3600,
    });
    expect(arrival.type).toBe("waiting");
    expect(ids(admission.waiting)).toEqual([3, 2]);
  });

  test("keep no other file from being taken in", () => {
    const wide = { ...limits, long: 2 };
    const running = arrive(EMPTY_ADMISSION, job(1, "later", 600), wide).admission;
    const full = arrive(running, job(2, "long", 10), wide).admission;
    expect(arrive(full, job(3, "long", 10), wide).arrival.type).toBe("waiting");
  });

  test("take no place of short ones", () => {
    const running = admit(job(1, "later", 600));
    expect(arrive(running, job(2, "short"), limits).arrival.type).toBe("started");
    expect(arrive(running, job(2, "later"), limits).arrival.type).toBe("waiting");
  });
});
