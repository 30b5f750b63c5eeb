import { Type } from "typebox";
import { ACTIVITIES, KEPT, keysOf } from "./activities.ts";
import { type AccountLimitName, LIMITS } from "./limits.ts";
import { json, type Operation } from "./operation.ts";
import { choice, type Sent } from "./schema.ts";

/** The limits of an account that its dashboard shows. */
export const SHOWN_LIMITS = [
  "requestsPerMinute",
  ...Object.values(ACTIVITIES).map(({ limitName }) => limitName),
  ...keysOf(KEPT),
] as const satisfies readonly AccountLimitName[];
export type ShownLimit = (typeof SHOWN_LIMITS)[number];

/** The outcome, expected or done, of importing one line of a dictionary. */
const ImportedLineBody = Type.Object({
  line: Type.Integer({ description: "Of the file, from 1." }),
  word: Type.String(),
  outcome: choice(["added", "changed", "same", "repeated", "full", "refused"]),
  field: Type.Union([Type.String(), Type.Null()], { description: "The field that was refused." }),
  message: Type.Union([Type.String(), Type.Null()], { description: "Why, in English." }),
});

export type ImportedLine = Sent<typeof ImportedLineBody>;

/** Operations that only the dashboard's pages use, besides those of the API. */
export const dashboardOperations = {
  importPronunciations: {
    method: "post",
    path: "/pronunciations/import",
    tag: "Dashboard",
    summary: "Say of each line of a dictionary what becomes of it, and do it where asked",
    access: "account",
    counted: { collection: "pronunciations" },
    body: {
      "application/json": Type.Object({
        lines: Type.Array(
          Type.Object({ line: Type.Integer(), entry: Type.Record(Type.String(), Type.Unknown()) }),
          { maxItems: LIMITS.importedLines },
        ),
        commit: Type.Boolean({ description: "Whether it is done, or only described." }),
      }),
    },
    answer: json(
      "Every line.",
      Type.Object({
        object: Type.Literal("pronunciation.import"),
        committed: Type.Boolean(),
        data: Type.Array(ImportedLineBody),
      }),
    ),
  },
} as const satisfies Readonly<Record<string, Operation>>;
