import { expect, test } from "vitest";
import type { WholeEvidence } from "#monitor/domain/evidence-document.ts";
import { EvidenceError, type EvidenceSource } from "./evidence-reading.ts";
import { replayInput } from "./replay-input.ts";

const evidence: WholeEvidence = {
  id: "e1",
  check_id: "stt",
  location: "ankara",
  slot: "2026-11-21T10:00:00.000Z",
  attempt: 2,
  passed: false,
  result: "failed",
  reason: null,
  facts: {
    kind: "transcription",
    message: null,
    started_at: "2026-11-21T10:00:00.000Z",
    duration_ms: 1,
    phases: {},
    measures: {},
    input_text: "bir iki",
    clip: "one",
    texts: {},
    differences: null,
    exchanges: [],
    seed: "s",
    versions: { prober: "1", node: "v24" },
    cut: ["received"],
  },
};

/** A source that has one recording, or none. */
const sourceWith = (audio: Uint8Array<ArrayBuffer> | undefined): EvidenceSource => ({
  list: () => Promise.resolve([]),
  read: () => Promise.resolve(undefined),
  sentAudio: (id) => Promise.resolve(id === "e1" ? audio : undefined),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

test("the input of a kept run is its text and its recording, with its seed", async () => {
  const audio = Uint8Array.of(1, 2);
  expect(await replayInput(sourceWith(audio), evidence)).toEqual({
    number: 1,
    seed: "s",
    turn: 0,
    replayed: { text: "bir iki", clip: "one", audio },
  });
});

test("the input of a run that sent no recording has none", async () => {
  const { replayed } = await replayInput(sourceWith(undefined), evidence);
  expect(Object.keys(replayed ?? {})).toEqual(["text", "clip"]);
});

test("a recording of which only the beginning is kept is not sent again", async () => {
  const facts: WholeEvidence["facts"] = { ...evidence.facts, cut: ["received", "sent"] };
  await expect(replayInput(sourceWith(Uint8Array.of(1)), { ...evidence, facts })).rejects.toThrow(
    new EvidenceError("evidence e1 has only the beginning of what was sent"),
  );
});
