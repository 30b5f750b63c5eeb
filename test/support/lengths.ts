import { describe, inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Which tests of files that have some of each a project runs; see vitest.config.ts. */
    lengths: "short" | "long" | "all";
  }
}

/**
 * A file of which some tests take long declares those by `longTest` and the others by `shortTest`: `npm test` runs the short
 * ones. A file beside it, `NAME.long.test.ts`, imports it for `npm run test:long`, which runs the long ones.
 */
const lengths = inject("lengths");
export const runsShort = lengths !== "long";
export const runsLong = lengths !== "short";

/** Takes the place of a declaration, and of all that is called on it. */
const undeclared: unknown = new Proxy(() => undefined, {
  get: () => undeclared,
  apply: () => undeclared,
});

export const shortTest = runsShort ? test : (undeclared as typeof test);
export const longTest = runsLong ? test : (undeclared as typeof test);
export const shortDescribe = runsShort ? describe : (undeclared as typeof describe);
export const longDescribe = runsLong ? describe : (undeclared as typeof describe);

/** The cases that this run has of a test with many. */
export const casesOf = <Case>(short: readonly Case[], long: readonly Case[]): readonly Case[] => [
  ...new Set([...(runsShort ? short : []), ...(runsLong ? long : [])]),
];
