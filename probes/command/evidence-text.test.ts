import { expect, test } from "vitest";
import type { EvidenceFacts, WholeEvidence } from "#monitor/domain/evidence-document.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { evidenceListText, replayText } from "./evidence-text.ts";

const facts: EvidenceFacts = {
  kind: "transcription",
  message: "a word is wrong",
  started_at: "2026-11-21T10:00:00.000Z",
  duration_ms: 1499.6,
  phases: { transfer: 2, dns: 1.25 },
  measures: { word_error_ratio: 0.5 },
  input_text: "bir iki",
  clip: "one",
  texts: { expected: "bir iki", heard: "bir üç" },
  differences: null,
  exchanges: [
    { what: "POST", status: 200, request_id: "r1", server: null, close_code: null },
    { what: "socket", status: 101, request_id: null, server: "speech", close_code: 1000 },
  ],
  seed: "s",
  versions: { prober: "1.2.3", node: "v24.0.0" },
  cut: [],
};

const kept: WholeEvidence = {
  id: "e1",
  check_id: "stt",
  location: "ankara",
  slot: "2026-11-21T10:00:00.000Z",
  attempt: 2,
  passed: false,
  result: "failed",
  reason: "transcript_mismatch",
  facts,
};

const now: Evidence = {
  attempt: 1,
  passed: true,
  result: "ok",
  reason: null,
  audio: {},
  facts: {
    ...facts,
    message: null,
    duration_ms: 90.4,
    phases: { connect: 30, dns: 1 },
    measures: { audio_seconds: 2 },
    texts: { heard: "Bir iki." },
    exchanges: [],
    versions: { prober: "1.2.4", node: "v24.1.0" },
  },
};

test("a list of evidence has a line for each", () => {
  const passed = { ...kept, id: "e2", attempt: 1, result: "ok", reason: null };
  expect(evidenceListText([kept, passed])).toBe(
    `e1  2026-11-21T10:00:00.000Z  ankara  stt  attempt 2  failed, transcript_mismatch
e2  2026-11-21T10:00:00.000Z  ankara  stt  attempt 1  ok`,
  );
  expect(evidenceListText([])).toBe(
    "Nothing is kept: no speech check has run, or none of that name.",
  );
});

test("a replay shows both runs side by side, with phases in the order in which they happen", () => {
  expect(replayText(kept, now)).toBe(
    `stt (transcription), evidence e1: slot 2026-11-21T10:00:00.000Z at ankara, attempt 2
                    then                         now
  result            failed, transcript_mismatch  ok
  took              1500 ms                      90 ms
  status            200 101                      -
  request           r1 -                         -
  server            - speech                     -
  close code        - 1000                       -
  prober            1.2.3, Node v24.0.0          1.2.4, Node v24.1.0
  dns               1.3 ms                       1.0 ms
  transfer          2.0 ms                       -
  connect           -                            30.0 ms
  word_error_ratio  0.500                        -
  audio_seconds     -                            2.000
  message then  a word is wrong
  message now   -
  clip          one
  said          bir iki
  heard then    bir [-iki-] {+üç+}
  heard now     Bir iki.`,
  );
});

test("a replay without a clip names none", () => {
  const { clip: _clip, ...others } = facts;
  expect(replayText({ ...kept, facts: others }, now)).not.toContain("clip");
});
