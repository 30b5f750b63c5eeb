import type { Row } from "./row.ts";

/** Which word a negation stands beside. */
export type Negated = "next" | "previous";

/** Words that say that something is not so. */
export const NEGATION_WORDS: readonly Row<Negated>[] = [
  {
    means: "previous",
    turkish:
      "değil, olmayan, olmadan, olmasın, olmasınlar, olmamalı, olmayacak, olmaksızın, olma, olmaz, yok, etmeden",
  },
  {
    means: "next",
    turkish: "ne, asla, hiç",
    english: "not, no, non, never, without, neither, nor, isnt, dont, avoid, anything but",
  },
];
