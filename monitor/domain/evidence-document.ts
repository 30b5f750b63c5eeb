import { type Static, Type } from "typebox";

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const figures = Type.Record(Type.String(), Type.Number());

/** One exchange with the service. */
const exchange = Type.Object({
  what: Type.String(),
  status: Type.Number(),
  request_id: textOrNull,
  server: textOrNull,
  /** The close code of a WebSocket; null if none was closed. */
  close_code: Type.Union([Type.Number(), Type.Null()]),
});

const difference = Type.Object({
  kind: Type.Enum(["same", "missing", "added"]),
  words: Type.String(),
});

/** The facts of a speech run besides its audio: the column `facts`, which administrators get unchanged. */
export const evidenceFacts = Type.Object({
  kind: Type.String(),
  message: textOrNull,
  /** ISO 8601. */
  started_at: Type.String(),
  duration_ms: Type.Number(),
  /** Milliseconds. */
  phases: figures,
  measures: figures,
  /** The text to be synthesized, or the transcript of the recording that was sent. */
  input_text: Type.String(),
  /** The name of the recording's clip. */
  clip: Type.Optional(Type.String()),
  /** Texts that an engineer compares, e.g. `expected` and `heard`. */
  texts: Type.Record(Type.String(), Type.String()),
  /** Word differences between what was said and what was heard; null when nothing was heard. */
  differences: Type.Union([Type.Array(difference), Type.Null()]),
  exchanges: Type.Array(exchange),
  /** The random seed from which the run chose its input. */
  seed: Type.String(),
  versions: Type.Object({ prober: Type.String(), node: Type.String() }),
  /** The audio of which only the beginning is kept. */
  cut: Type.Array(Type.Enum(["sent", "received"])),
});

export type EvidenceFacts = Static<typeof evidenceFacts>;

export type EvidenceAudioName = EvidenceFacts["cut"][number];

/** A piece of evidence as it is listed; times in ISO 8601. */
export const listedEvidence = Type.Object({
  id: Type.String(),
  check_id: Type.String(),
  location: Type.String(),
  slot: Type.String(),
  attempt: Type.Number(),
  passed: Type.Boolean(),
  result: Type.String(),
  reason: textOrNull,
});

/** The evidence without its audio. */
export const wholeEvidence = Type.Object({ ...listedEvidence.properties, facts: evidenceFacts });

export type ListedEvidence = Static<typeof listedEvidence>;
export type WholeEvidence = Static<typeof wholeEvidence>;
