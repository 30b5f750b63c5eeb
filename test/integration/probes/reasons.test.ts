import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  casesOf,
  longDescribe,
  longTest,
  shortDescribe,
  shortTest,
} from "../../support/lengths.ts";

import type { CheckConfiguration } from "../../../probes/monitor-file/configuration.ts";
import type { Observation } from "../../../monitor/domain/observation.ts";
import { type Reason, reasons } from "../../../monitor/domain/reason.ts";
import {
  runAttempt,
  runCheck,
  type RunEnvironment,
  type RunnableCheck,
  waitOnTheClock,
} from "../../../probes/run/run-check.ts";
import { type StallWatch, startStallWatch } from "../../../probes/run/stall-watch.ts";
import { freePort } from "../../support/free-port.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type Fault,
  SLOW_HEARING_MS,
  startStubSpeechService,
  stubClipText,
} from "../../support/probes/stub-speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

let home: TemporaryDirectory;
beforeAll(async () => void (home = await temporaryDirectory("reasons")));
afterAll(() => home[Symbol.asyncDispose]());

/** So many checks at once may well hold each other up: here that is not the prober's fault. */
const patient: Pick<StallWatch, "longestSince"> = { longestSince: () => 0 };

const byFault: readonly (readonly [Fault, string, Reason])[] = [
  ["hangs", "web-page", "timeout"],
  ["hangs", "stt-stream-handshake", "timeout"],
  ["breaks_connections", "stt-file-refusal", "connection_lost"],
  ["breaks_connections", "stt-stream-handshake", "connection_lost"],
  ["answers_500", "stt-file-round-trip", "bad_status"],
  ["refuses_credentials", "tts-round-trip", "unauthorized"],
  ["refuses_credentials", "stt-stream-handshake", "unauthorized"],
  ["signs_nobody_in", "dashboard-sign-in", "unauthorized"],
  ["limits_rate", "stt-file-round-trip", "rate_limited"],
  ["is_busy", "tts-round-trip", "unavailable"],
  ["is_busy", "stt-stream-round-trip", "unavailable"],
  ["is_loading", "stt-file-round-trip", "model_loading"],
  ["has_degraded_model", "tts-health", "model_degraded"],
  ["has_all_models_degraded", "tts-health", "model_degraded"],
  ["answers_nonsense", "stt-file-round-trip", "bad_body"],
  ["answers_nonsense", "demo-session", "bad_body"],
  ["answers_nonsense", "tts-health", "bad_body"],
  ["shows_wrong_page", "docs-page", "marker_missing"],
  ["shows_wrong_page", "dashboard-sign-in", "marker_missing"],
  ["loses_asset", "demo-page", "asset_missing"],
  ["hears_wrong", "stt-file-round-trip", "transcript_mismatch"],
  ["hears_wrong", "stt-stream-round-trip", "transcript_mismatch"],
  ["hears_wrong", "demo-round-trip", "transcript_mismatch"],
  ["hears_speech_wrong", "tts-round-trip", "unintelligible_speech"],
  ["starts_no_session", "stt-stream-handshake", "no_session_started"],
  ["sends_stream_error", "stt-stream-round-trip", "stream_error"],
  ["sends_no_final", "stt-stream-round-trip", "no_final_transcript"],
  ["sends_two_finals", "stt-stream-round-trip", "several_final_transcripts"],
  ["sends_final_late", "stt-stream-round-trip", "late_final_transcript"],
  ["closes_badly", "stt-stream-round-trip", "bad_close"],
  ["speaks_no_wav", "tts-round-trip", "undecodable_audio"],
  ["speaks_at_wrong_rate", "tts-round-trip", "wrong_sample_rate"],
  ["speaks_too_short", "tts-round-trip", "implausible_duration"],
  ["speaks_silence", "tts-round-trip", "silent_audio"],
  ["speaks_clipped", "tts-round-trip", "clipped_audio"],
  ["speaks_with_gap", "tts-round-trip", "gap_in_audio"],
  ["issues_bad_session", "demo-session", "bad_session"],
];
/** Some kinds of answers, of every way to go wrong one; what hangs is waited for until its time is over. */
const quickFaults = byFault.filter(
  ([fault, check], place) =>
    fault !== "hangs" && check !== byFault[place - 1]?.[1] && place % 2 === 1,
);

/** Results that are no failure of the service. */
const resultOf: Readonly<Partial<Record<Fault, string>>> = {
  has_degraded_model: "degraded",
  limits_rate: "prober_error",
};

/** Reasons that network-kinds.test.ts, controls.test.ts and recorder.test.ts bring about. */
const elsewhere: readonly Reason[] = [
  "wrong_dns_answer",
  "certificate_expired",
  "certificate_wrong_name",
  "certificate_untrusted",
  "certificate_expires_soon",
  "prober_offline",
  "prober_intercepted",
  "slow_p95",
];

/** Reasons that no fault of a service brings about; each has a test of its own below. */
const otherwise: readonly Reason[] = [
  "dns_error",
  "connect_refused",
  "connect_timeout",
  "tls_error",
  "slow_answer",
  "not_heard",
  "prober_stalled",
  "check_threw",
];

shortTest("every reason has a test that brings it about", () => {
  const tested = new Set([...byFault.map(([, , reason]) => reason), ...otherwise, ...elsewhere]);
  expect([...tested].toSorted()).toEqual(Object.keys(reasons).toSorted());
});

describe.concurrent("a check of a service that", () => {
  test.each(
    casesOf(
      quickFaults,
      byFault.filter((one) => !quickFaults.includes(one)),
    ),
  )("%s: %s fails with %s", async (fault, checkId, reason) => {
    await using stub = await startStubSpeechService();
    const check = await checkAgainst(stub.url, checkId);
    expect(await lastOf(check)).toMatchObject({ result: "ok", reason: null });
    stub.fault = fault;
    const found = await lastOf(check);
    expect(found.reason).toBe(reason);
    expect(found.result).toBe(resultOf[fault] ?? "failed");
    expect(found.message).toContain("127.0.0.1");
  });
});

describe.concurrent("a check", () => {
  longTest("of a host without an address fails with dns_error", async () => {
    const check = await checkAgainst("http://speech.invalid", "web-page");
    expect(await lastOf(check)).toMatchObject({ result: "failed", reason: "dns_error" });
  });

  shortTest("of a port that nothing listens on fails with connect_refused", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const id of ["web-page", "stt-stream-handshake"]) {
      const found = await lastOf(await checkAgainst(url, id));
      expect(found).toMatchObject({ result: "failed", reason: "connect_refused" });
    }
  });

  longTest("of a host that takes no more connections fails with connect_timeout", async () => {
    await using full = await startFullListener();
    const found = await lastOf(await checkAgainst(full.url, "web-page"));
    expect(found).toMatchObject({ result: "failed", reason: "connect_timeout" });
    expect(found.phases.connect).toBeUndefined();
  });

  longTest("over TLS of a server without it fails with tls_error", async () => {
    await using stub = await startStubSpeechService();
    const url = stub.url.replace("http:", "https:");
    const found = await lastOf(await checkAgainst(url, "web-page"));
    expect(found).toMatchObject({ result: "failed", reason: "tls_error" });
    expect(found.phases.connect).toBeGreaterThan(0);
  });

  shortTest("that meets an error it does not know blames the prober with check_threw", async () => {
    const check: RunnableCheck = {
      id: "broken",
      periodMs: 60_000,
      timeoutMs: 1000,
      run: () => Promise.reject(new TypeError("cannot read properties of undefined")),
    };
    expect(await lastOf(check)).toMatchObject({ result: "prober_error", reason: "check_threw" });
  });

  shortTest(
    "of speech that a deaf file endpoint cannot hear does not blame the synthesis",
    async () => {
      await using stub = await startStubSpeechService();
      const check = await checkAgainst(stub.url, "tts-round-trip");
      stub.fault = "hears_wrong";
      const found = await lastOf(check);
      expect(found).toMatchObject({ result: "ok", reason: "not_heard" });
      expect(found.measures["heard_word_error_ratio"]).toBeGreaterThan(0.5);
    },
  );

  longTest(
    "of speech that the file endpoint hears slowly does not call the synthesis slow",
    async () => {
      await using stub = await startStubSpeechService();
      const check = await checkAgainst(stub.url, "tts-round-trip");
      stub.fault = "hears_slowly";
      const found = await lastOf({ ...check, slowAfterMs: SLOW_HEARING_MS });
      expect(found).toMatchObject({ result: "ok", reason: null });
      expect(found.measures["heard_word_error_ratio"]).toBe(0);
      expect(found.durationMs).toBeLessThan(SLOW_HEARING_MS);
    },
  );

  shortTest("that fails once and passes on retry is ok, with both attempts kept", async () => {
    await using stub = await startStubSpeechService();
    stub.fault = "answers_500";
    const check = await checkAgainst(stub.url, "web-page");
    const attempts = await runOnce({
      ...check,
      run: (context) => check.run(context).finally(() => (stub.fault = undefined)),
    });
    expect(attempts.map(({ attempt, result }) => [attempt, result])).toEqual([
      [1, "failed"],
      [2, "ok"],
    ]);
  });

  shortTest("measures the phases of its exchange", async () => {
    await using stub = await startStubSpeechService();
    const url = stub.url.replace("127.0.0.1", "localhost");
    const { phases } = await lastOf(await checkAgainst(url, "web-page"));
    expect(Object.keys(phases).toSorted()).toEqual(["connect", "dns", "first_byte", "transfer"]);
    for (const durationMs of Object.values(phases)) expect(durationMs).toBeGreaterThanOrEqual(0);
  });
});

describe.concurrent("a stream that runs out of time", () => {
  const sent = "audio_seconds first_partial_seconds";
  const beforeEnd = { fault: "never_ends", clipSeconds: 20 } as const;
  const cases: readonly (readonly [
    stream: { fault: Fault; maxSeconds?: number; clipSeconds?: number },
    reason: Reason,
    said: RegExp,
    measured: string,
  ])[] = [
    [
      { fault: "never_ends" },
      "late_final_transcript",
      /no final transcript [1-3]\.\d s after the end of the audio; 1 partial/,
      `${sent} final_transcript_seconds`,
    ],
    [
      { fault: "never_ends", maxSeconds: 30 },
      "timeout",
      /no final transcript [1-3]\.\d s after the end of the audio; 1 partial/,
      sent,
    ],
    [{ fault: "stays_open" }, "timeout", /transcript came, but the stream was not closed/, sent],
    [beforeEnd, "timeout", /the time was over before the end of the audio; 1 partial/, sent],
  ];

  test.each(casesOf(cases.slice(0, 1), cases.slice(1)))(
    "and %j tells what had come: %s",
    async ({ fault, maxSeconds, clipSeconds }, reason, said, measured) => {
      await using stub = await startStubSpeechService();
      const check = await checkAgainst(stub.url, "stt-stream-round-trip", maxSeconds, clipSeconds);
      stub.fault = fault;
      const input = { number: 1, seed: "s/0/1", turn: 0 };
      const timely = { ...check, timeoutMs: 3_000 };
      const { observation } = await runAttempt(timely, input, environment());
      expect(observation).toMatchObject({ result: "failed", reason });
      expect(observation.message).toMatch(said);
      expect(Object.keys(observation.measures)).toEqual(measured.split(" "));
      const heard = fault === "stays_open" ? stubClipText : "Merhaba";
      expect(observation.texts).toEqual({ expected: stubClipText, heard });
      expect(observation.phases.first_byte).toBeGreaterThan(0);
    },
  );
});

shortDescribe("a check that passes", () => {
  const slow = (run: RunnableCheck["run"], slowAfterMs = 50): RunnableCheck => ({
    id: "slow",
    periodMs: 60_000,
    timeoutMs: 5000,
    slowAfterMs,
    run,
  });

  shortTest("and takes longer than it may is degraded with slow_answer", async () => {
    const check = slow(() => sleep(100, { result: "ok" }));
    const [found, ...retries] = await runOnce(check);
    expect(found).toMatchObject({ result: "degraded", reason: "slow_answer" });
    expect(found?.message).toMatch(/^took \d+\.\d s, and is slow after 0\.1 s$/);
    expect(retries).toEqual([]);
  });

  shortTest(
    "and takes no longer, but for the time that the prober stood still, is ok",
    async () => {
      const check = slow(() => sleep(1_600, { result: "ok" }), 1_500);
      const stoodStill = { longestSince: () => 1_590 };
      expect(await lastOf(check, stoodStill)).toMatchObject({ result: "ok", reason: null });
    },
  );

  shortTest("with a reason of its own to be degraded keeps it", async () => {
    const found = { result: "degraded", reason: "certificate_expires_soon" } as const;
    expect(await lastOf(slow(() => sleep(100, found)))).toMatchObject(found);
  });
});

longDescribe("a prober", () => {
  longTest("that stood still itself does not blame the target: prober_stalled", async () => {
    await using stub = await startStubSpeechService();
    const check = await checkAgainst(stub.url, "web-page");
    stub.fault = "answers_500";
    // Stands still in both attempts: the second begins two seconds after the first has ended.
    const standStill = (): void => {
      const untilMs = performance.now() + 1_600;
      while (performance.now() < untilMs);
    };
    const stalled: RunnableCheck = {
      ...check,
      run: (context) => {
        const running = check.run(context);
        standStill();
        return running;
      },
    };
    await using stack = new AsyncDisposableStack();
    const stallWatch = stack.adopt(startStallWatch(), (watch) => watch.stop());
    const found = await lastOf(stalled, stallWatch);
    expect(found).toMatchObject({ result: "prober_error", reason: "prober_stalled" });
  });
});

/** `maxSeconds` is how late a final transcript may be; the stub's is one and a half seconds late. */
async function checkAgainst(
  url: string,
  checkId: string,
  maxSeconds = 1,
  clipSeconds?: number,
): Promise<CheckConfiguration> {
  const quick = (text: string): string =>
    text.replace("max_final_transcript_seconds: 3", `max_final_transcript_seconds: ${maxSeconds}`);
  const directory = join(home.path, randomUUID());
  const { checks } = await monitorFileForStub(directory, url, quick, clipSeconds);
  const check = checks.find(({ id }) => id === checkId);
  if (check === undefined) throw new Error(`no check ${checkId} in monitor.yaml`);
  return { ...check, timeoutMs: 5000 };
}

function environment(stallWatch = patient): RunEnvironment {
  return {
    apiKey: "sk_stub",
    account: { email: "probe@localhost", password: "stub" },
    stallWatch,
    now: Date.now,
    wait: waitOnTheClock,
    stopping: new AbortController().signal,
  };
}

async function runOnce(check: RunnableCheck, stallWatch = patient): Promise<Observation[]> {
  const attempts = await runCheck(check, Date.now(), environment(stallWatch));
  return attempts.map(({ observation }) => observation);
}

async function lastOf(check: RunnableCheck, stallWatch = patient): Promise<Observation> {
  const last = (await runOnce(check, stallWatch)).at(-1);
  if (last === undefined) throw new Error("a run has at least one attempt");
  return last;
}

/** A suspended process that listens, with its queue of unaccepted connections full: further ones get no answer. */
async function startFullListener(): Promise<{ url: string } & AsyncDisposable> {
  const program =
    'const server = require("node:net").createServer();' +
    'server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port));';
  const listener: ChildProcess = spawn(process.execPath, ["-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface(listener.stdout ?? process.stdin), "line")) as [
    string,
  ];
  listener.kill("SIGSTOP");
  const fillers: Socket[] = Array.from({ length: 4 }, () =>
    connect(Number(port), "127.0.0.1").on("error", () => {}),
  );
  await once(fillers[0] ?? connect(Number(port)), "connect");
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const filler of fillers) filler.destroy();
      const exited = once(listener, "exit");
      listener.kill("SIGKILL");
      await exited;
    },
  };
}
