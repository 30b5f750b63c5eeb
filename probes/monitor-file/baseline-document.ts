import { type Static, Type } from "typebox";

const ratio = Type.Number({ minimum: 0 });

const figures = Type.Object({
  runs: Type.Integer({ minimum: 1 }),
  median: Type.Number(),
  deviation: ratio,
  p95: Type.Number(),
  worst: Type.Number(),
});

const group = Type.Object({
  /** The clip that its runs sent; null for all runs together. */
  clip: Type.Union([Type.String(), Type.Null()]),
  /** Length of the shortest text that was compared; 0 where none was. */
  words: Type.Integer({ minimum: 0 }),
  characters: Type.Integer({ minimum: 0 }),
  measures: Type.Record(Type.String(), figures),
});

/** The file that `npm run check -- --baseline` writes: figures, from which limits are computed when monitor.yaml is read. */
export const checkBaseline = Type.Object({
  object: Type.Literal("check_baseline"),
  check_id: Type.String(),
  kind: Type.String(),
  measured_at: Type.String(),
  prober: Type.String(),
  groups: Type.Array(group, { minItems: 1, maxItems: 1000 }),
});

/** The part that is read of the table that `npm run evaluate -- --baseline` writes. */
export const evaluationBaseline = Type.Object({
  object: Type.Literal("baseline"),
  table: Type.Array(
    Type.Object({
      group: Type.String(),
      word_error_ratio: ratio,
      word_error_interval: Type.Union([Type.Tuple([ratio, ratio]), Type.Null()]),
      character_error_ratio: ratio,
      character_error_interval: Type.Union([Type.Tuple([ratio, ratio]), Type.Null()]),
    }),
    { minItems: 1 },
  ),
});

export type CheckBaseline = Static<typeof checkBaseline>;
export type BaselineGroup = CheckBaseline["groups"][number];
export type EvaluationBaseline = Static<typeof evaluationBaseline>;
