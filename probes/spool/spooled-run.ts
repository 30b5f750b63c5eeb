import { Type } from "typebox";
import { Value } from "typebox/value";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { isReason, type Reason } from "#monitor/domain/reason.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";

const figures = Type.Record(Type.String(), Type.Number());

const observation = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  startedAtMs: Type.Number(),
  durationMs: Type.Number(),
  result: Type.Enum(["ok", "degraded", "failed", "prober_error"]),
  reason: Type.Union([Type.Null(), Type.Unsafe<Reason>(Type.Refine(Type.String(), isReason))]),
  message: Type.Union([Type.Null(), Type.String()]),
  phases: Type.Unsafe<ObservationPhases>(figures),
  measures: figures,
  clip: Type.Optional(Type.String()),
});

const spooledRun = Type.Object({
  checkId: Type.String(),
  periodMs: Type.Number({ exclusiveMinimum: 0 }),
  location: Type.String(),
  prober: Type.String(),
  slotMs: Type.Number(),
  attempts: Type.Array(observation, { minItems: 1 }),
});

/** Formats a run as one line of JSON; the texts of its observations are not kept. */
export function formatSpooled(run: SlotRun): string {
  return `${JSON.stringify(run, (key, value: unknown) => (key === "texts" ? undefined : value))}\n`;
}

/** Parses lines of `formatSpooled`; lines that cannot be parsed, such as a truncated last one, are returned separately. */
export function parseSpooled(text: string): { runs: SlotRun[]; unreadable: string[] } {
  const runs: SlotRun[] = [];
  const unreadable: string[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const run = parseLine(line);
    if (run === undefined) unreadable.push(line);
    else runs.push(run);
  }
  return { runs, unreadable };
}

function parseLine(line: string): SlotRun | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(spooledRun, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
