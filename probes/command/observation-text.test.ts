import { expect, test } from "vitest";
import type { Observation } from "#monitor/domain/observation.ts";
import { reasons } from "#monitor/domain/reason.ts";
import { observationText, verdictText } from "./observation-text.ts";

const check = { id: "stt", kind: "transcription" };

const passed: Observation = {
  result: "ok",
  reason: null,
  message: null,
  phases: {},
  measures: {},
  texts: {},
  startedAtMs: 0,
  durationMs: 1234.4,
  attempt: 1,
};

test("a verdict has its reason, if there is one", () => {
  expect(verdictText("ok", null)).toBe("ok");
  expect(verdictText("failed", "timeout")).toBe("failed, timeout");
});

test("a run that passed has one line and its time", () => {
  expect(observationText(check, passed)).toBe(
    "stt (transcription), attempt 1: ok\n  took      1234 ms",
  );
});

test("a run that failed has its meaning, message, phases, measures, texts and where they differ", () => {
  const failed: Observation = {
    ...passed,
    result: "failed",
    reason: "connect_refused",
    message: "nothing listens",
    phases: { dns: 1.25, connect: 20 },
    measures: { word_error_ratio: 1 / 3 },
    texts: { expected: "bir iki üç", heard: "bir iki dört" },
    clip: "one",
    durationMs: 10.5,
    attempt: 2,
  };
  expect(observationText(check, failed)).toBe(
    `stt (transcription), attempt 2: failed, connect_refused
  meaning   ${reasons.connect_refused}
  message   nothing listens
  took      11 ms (ms: dns 1.3, connect 20.0)
  clip      one
  word_error_ratio 0.333
  expected  bir iki üç
  heard     bir iki dört
  differing bir iki [-üç-] {+dört+}`,
  );
});

test("texts that differ in writing alone are not marked", () => {
  const texts = { expected: "Bir, iki.", heard: "bir iki" };
  expect(observationText(check, { ...passed, texts })).toBe(
    `stt (transcription), attempt 1: ok
  took      1234 ms
  expected  Bir, iki.
  heard     bir iki`,
  );
});
