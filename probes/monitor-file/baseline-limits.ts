import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Value } from "typebox/value";
import { limitOf, limitsOfRates } from "#monitor/domain/baseline.ts";
import { textErrors } from "#word-errors/text-distance.ts";
import type { Kind } from "../kinds/kinds.ts";
import { type ClipFiles, nameOf } from "../speech/clip.ts";
import {
  type BaselineGroup,
  type CheckBaseline,
  checkBaseline,
  type EvaluationBaseline,
  evaluationBaseline,
} from "./baseline-document.ts";
import type { Place } from "#schema-reader/fault.ts";
import type { LocatedDocument } from "./located-document.ts";

/** A check as it is written in the file, and as it was read. */
interface ReadCheck {
  readonly id: string;
  readonly kindName: string;
  readonly kind: Kind;
  readonly written: object;
  readonly options: object;
  /** The duration above which a run is slow. */
  readonly slowAfterSeconds: number | undefined;
}

const CLIP_LIMITS = ["max_word_error_ratio", "max_character_error_ratio"] as const;

/** Returns the limits that follow from a group of runs, by the JSON pointer of their option. */
export function limitsOfGroup(kind: Kind, group: BaselineGroup): Map<string, number> {
  return new Map(
    Object.entries(kind.limits ?? {}).flatMap(([pointer, { measure, unit }]) => {
      const figures = group.measures[measure];
      return figures === undefined ? [] : [[pointer, limitOf(figures, unit, group)] as const];
    }),
  );
}

/** Returns the limit on a run's duration, in seconds, that follows from all runs together. */
export function slowAfterOf(group: BaselineGroup): number | undefined {
  const figures = group.measures["duration_seconds"];
  return figures && limitOf(figures, "seconds", group);
}

/**
 * Sets the limits that monitor.yaml omits from the baseline file that it names; throws `MonitorFileError` for a file that
 * cannot be used.
 */
export function withBaseline(
  directory: string,
  located: LocatedDocument,
  name: string | undefined,
  check: ReadCheck,
  place: Place,
): Pick<ReadCheck, "options" | "slowAfterSeconds"> {
  if (name === undefined) return check;
  const file = path.resolve(directory, name);
  const refuse = (complaint: string): never => {
    throw located.errorAt([...place, "baseline"], complaint);
  };
  if (!existsSync(file)) {
    return refuse(`no such file: ${file}; npm run check -- --baseline ${check.id} writes one`);
  }
  const document = jsonOf(file);
  if (Value.Check(checkBaseline, document)) {
    if (document.kind === check.kindName) return limitedByRuns(document, check);
    return refuse(`${file} is of a check of kind ${document.kind}`);
  }
  if (Value.Check(evaluationBaseline, document)) {
    if ("max_word_error_ratio" in check.kind.options) return limitedByRates(document, check);
    return refuse(`${file} has word error rates, on which kind ${check.kindName} has no limit`);
  }
  return refuse(
    `${file} is neither what npm run check -- --baseline writes nor what npm run evaluate -- --baseline does`,
  );
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function limitedByRuns(
  { groups }: CheckBaseline,
  check: ReadCheck,
): Pick<ReadCheck, "options" | "slowAfterSeconds"> {
  const { kind, written, slowAfterSeconds } = check;
  const byName = new Map(groups.map((group) => [group.clip, group]));
  const all = byName.get(null);
  const options = structuredClone(check.options);
  if (all === undefined) return { options, slowAfterSeconds };
  for (const [pointer, limit] of limitsOfGroup(kind, all)) {
    if (Value.Pointer.Has(written, pointer)) continue;
    Value.Pointer.Set(options, pointer, limit);
  }
  const limited = withLimitsOfClips(written, options, (clip) => {
    const group = byName.get(nameOf(clip));
    if (group === undefined) return {};
    const limits = limitsOfGroup(kind, group);
    return Object.fromEntries(CLIP_LIMITS.map((name) => [name, limits.get(`/${name}`)]));
  });
  return { options: limited, slowAfterSeconds: slowAfterSeconds ?? slowAfterOf(all) };
}

function limitedByRates(
  { table }: EvaluationBaseline,
  { written, options, slowAfterSeconds }: ReadCheck,
): Pick<ReadCheck, "options" | "slowAfterSeconds"> {
  const all = table.find(({ group }) => group === "all") ?? table[0]!;
  const rates = {
    words: all.word_error_interval?.[1] ?? all.word_error_ratio,
    characters: all.character_error_interval?.[1] ?? all.character_error_ratio,
  };
  const limited = withLimitsOfClips(written, options, ({ text }) => {
    const limits = limitsOfRates(rates, textErrors(readFileSync(text, "utf8"), ""));
    return { max_word_error_ratio: limits.words, max_character_error_ratio: limits.characters };
  });
  return { options: limited, slowAfterSeconds };
}

/** Adds to each clip the limits that neither it nor its check sets in the file. */
function withLimitsOfClips(
  written: object,
  options: object,
  limitsOf: (clip: ClipFiles) => Partial<Record<(typeof CLIP_LIMITS)[number], number | undefined>>,
): object {
  if (!("clips" in options)) return options;
  const clips = options.clips as readonly ClipFiles[];
  return {
    ...options,
    clips: clips.map((clip) => {
      const made = Object.entries(limitsOf(clip)).filter(
        ([name, limit]) => limit !== undefined && !(name in written),
      );
      return { ...Object.fromEntries(made), ...clip };
    }),
  };
}
