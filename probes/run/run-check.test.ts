import { describe, expect, test } from "vitest";
import type { CheckContext } from "../check/context.ts";
import { CheckFailure, type Report } from "../check/report.ts";
import { maxRunMs, runAttempt, runCheck, type RunEnvironment } from "./run-check.ts";

const passed: Report = { result: "ok" };
const late = new CheckFailure("timeout", "no answer", {
  phases: { dns: 1, connect: NaN },
  measures: { word_error_ratio: Infinity, heard_word_error_ratio: 0.5 },
  texts: { heard: "a\0b" },
});

interface Change extends Partial<RunEnvironment> {
  readonly slowAfterMs?: number;
  readonly timeoutMs?: number;
}

/** Returns a check that finds one thing after the other, with the contexts of its runs and what it waited for. */
function checkOf(...found: readonly (Report | Error)[]) {
  const contexts: CheckContext[] = [];
  const waits: number[] = [];
  const environment: RunEnvironment = {
    apiKey: "key",
    stallWatch: { longestSince: () => 0 },
    now: () => 7,
    wait: async (delayMs) => void waits.push(delayMs),
    stopping: new AbortController().signal,
  };
  const run = async (context: CheckContext): Promise<Report> => {
    const next = found[contexts.length];
    contexts.push(context);
    if (next === undefined) return new Promise(() => {});
    if (next instanceof Error) throw next;
    return next;
  };
  const attempt = async (change: Change = {}) => {
    const check = { id: "stt", periodMs: 60_000, timeoutMs: 60_000, ...change, run };
    const input = { number: 2, seed: "s", turn: 3 };
    return (await runAttempt(check, input, { ...environment, ...change })).observation;
  };
  return { run, contexts, waits, environment, attempt };
}

describe("an attempt", () => {
  test("that passes has its input, its times and no reason", async () => {
    const { attempt, contexts } = checkOf({ ...passed, message: "fine", texts: { heard: "x" } });
    expect(await attempt()).toMatchObject({
      result: "ok",
      reason: null,
      message: "fine",
      phases: {},
      measures: {},
      texts: { heard: "x" },
      startedAtMs: 7,
      attempt: 2,
    });
    expect(contexts).toMatchObject([{ apiKey: "key", seed: "s", turn: 3 }]);
  });

  test("that fails has what is known, without figures and texts that nobody can store", async () => {
    const observation = await checkOf(late).attempt();
    expect(observation).toMatchObject({
      result: "failed",
      reason: "timeout",
      message: "no answer",
      phases: { dns: 1 },
      measures: { heard_word_error_ratio: 0.5 },
    });
    expect(Object.keys(observation.phases)).toEqual(["dns"]);
    expect(Object.keys(observation.measures)).toEqual(["heard_word_error_ratio"]);
    expect(observation.texts["heard"]).not.toContain("\0");
  });

  test("that saw a certificate says when it expires", async () => {
    const { environment } = checkOf();
    const run = async ({ trace }: CheckContext) => {
      trace.noteCertificate(5_500, "leaf");
      return passed;
    };
    const check = { id: "tls", periodMs: 60_000, timeoutMs: 60_000, run };
    const { observation } = await runAttempt(check, { number: 1, seed: "s", turn: 0 }, environment);
    expect(observation.measures).toEqual({ tls_expiry_timestamp_seconds: 5.5 });
  });

  test.each<[Error, string, string]>([
    [new CheckFailure("rate_limited", "later"), "rate_limited", "later"],
    [new TypeError("a bug"), "check_threw", "TypeError: a bug"],
  ])("that ends with %s says nothing about the target", async (error, reason, message) => {
    const observation = await checkOf(error).attempt();
    expect(observation).toMatchObject({ result: "prober_error", reason, message });
  });

  test("that takes longer than its timeout fails soon after it", async () => {
    const observation = await checkOf().attempt({ timeoutMs: 10 });
    expect(observation).toMatchObject({
      result: "failed",
      reason: "timeout",
      message: "not done within the check's timeout",
    });
    expect(observation.durationMs).toBeGreaterThanOrEqual(100);
  });

  test("rejects when the prober stops", async () => {
    const stopping = AbortSignal.abort(new Error("stopped"));
    const { attempt, contexts } = checkOf(passed);
    await expect(attempt({ stopping })).rejects.toThrow("stopped");
    expect(contexts).toEqual([]);
  });
});

describe("an attempt that is slow", () => {
  const tookMs = (ms: number): Report => ({ ...passed, elsewhereMs: -ms });

  test("is degraded", async () => {
    const observation = await checkOf(tookMs(3_000)).attempt({ slowAfterMs: 2_000 });
    expect(observation).toMatchObject({
      result: "degraded",
      reason: "slow_answer",
      message: "took 3.0 s, and is slow after 2.0 s",
    });
  });

  test.each<[string, Report, Change]>([
    ["without a limit", tookMs(3_000), {}],
    ["up to its limit", tookMs(3_000), { slowAfterMs: 4_000 }],
    [
      "where the prober itself stood still",
      tookMs(3_000),
      { slowAfterMs: 2_000, stallWatch: { longestSince: () => 2_000 } },
    ],
    ["where the time went elsewhere", { ...passed, elsewhereMs: 1_000 }, { slowAfterMs: 0 }],
  ])("passes %s", async (_name, found, change) => {
    expect(await checkOf(found).attempt(change)).toMatchObject({ result: "ok", reason: null });
  });
});

describe("a failure is the prober's", () => {
  const stalled = (ms: number) => ({ stallWatch: { longestSince: () => ms } });

  test("where it stood still for more than a second", async () => {
    expect(await checkOf(late).attempt(stalled(1_000.4))).toMatchObject({
      result: "prober_error",
      reason: "prober_stalled",
      message: "the prober stood still for 1000 ms: no answer",
    });
    expect(await checkOf(late).attempt(stalled(1_000))).toMatchObject({ result: "failed" });
    expect(await checkOf(passed).attempt(stalled(5_000))).toMatchObject({ result: "ok" });
  });

  test("where a control says so, which is asked after failures alone", async () => {
    let requests = 0;
    const controls = (fault: "prober_offline" | null) => ({
      controls: {
        faultSince: async () => {
          requests += 1;
          return fault && { reason: fault, message: "control out failed" };
        },
      },
    });
    expect(await checkOf(late).attempt(controls("prober_offline"))).toMatchObject({
      result: "prober_error",
      reason: "prober_offline",
      message: "control out failed: no answer",
    });
    expect(await checkOf(late).attempt(controls(null))).toMatchObject({ reason: "timeout" });
    expect(requests).toBe(2);
    await checkOf(passed).attempt(controls("prober_offline"));
    await checkOf(new TypeError("a bug")).attempt(controls("prober_offline"));
    expect(requests).toBe(2);
  });
});

describe("a run in a slot", () => {
  const slotMs = 61 * 60_000;

  async function runOf(found: readonly (Report | Error)[], isBetter?: (result: string) => boolean) {
    const { run, contexts, waits, environment } = checkOf(...found);
    const check = { id: "stt", periodMs: 60_000, timeoutMs: 60_000, run };
    const attempts = await runCheck(check, slotMs, environment, isBetter);
    const results = attempts.map(({ observation }) => [observation.attempt, observation.result]);
    return { results, waits, inputs: contexts.map(({ seed, turn }) => [seed, turn]) };
  }

  test("is one attempt when it passes", async () => {
    expect(await runOf([passed])).toEqual({
      results: [[1, "ok"]],
      waits: [],
      inputs: [["stt/3660000/1", 61]],
    });
    expect(await runOf([{ ...passed, result: "degraded" }])).toMatchObject({ waits: [] });
  });

  test("is two attempts when the first fails, two seconds apart, with another seed", async () => {
    expect(await runOf([late, passed])).toEqual({
      results: [
        [1, "failed"],
        [2, "ok"],
      ],
      waits: [2_000],
      inputs: [
        ["stt/3660000/1", 61],
        ["stt/3660000/2", 61],
      ],
    });
    expect((await runOf([new TypeError("a bug"), late])).results).toEqual([
      [1, "prober_error"],
      [2, "failed"],
    ]);
  });

  test("is confirmed when it is better than what is published", async () => {
    const requests: string[] = [];
    const isBetter = (result: string): boolean => requests.push(result) > 0;
    const { results, waits } = await runOf([{ ...passed, result: "degraded" }, late], isBetter);
    expect(results).toEqual([
      [1, "degraded"],
      [2, "failed"],
    ]);
    expect(waits).toEqual([5_000]);
    expect(requests).toEqual(["degraded"]);
  });

  test("takes no longer than both attempts with their controls, and the wait between", () => {
    expect(maxRunMs({ timeoutMs: 10_000 })).toBe(2 * (10_000 + 100 + 3_000) + 2_000);
  });
});
