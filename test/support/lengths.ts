import { describe, inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether a file is run by `npm run test:long`; see vitest.config.ts. */
    isLong: boolean;
  }
}

/**
 * A file of which some tests take long declares those by `longTest` and the others by `shortTest`: `npm test` runs the short
 * ones. A file beside it, `NAME.long.test.ts`, imports it for `npm run test:long`, which runs the long ones.
 */
export const isLong = inject("isLong");

/** Takes the place of a declaration, and of all that is called on it. */
const undeclared: unknown = new Proxy(() => undefined, {
  get: () => undeclared,
  apply: () => undeclared,
});

export const shortTest = isLong ? (undeclared as typeof test) : test;
export const longTest = isLong ? test : (undeclared as typeof test);
export const shortDescribe = isLong ? (undeclared as typeof describe) : describe;
export const longDescribe = isLong ? describe : (undeclared as typeof describe);

/** The cases that this run has of a test with many. */
export const casesOf = <Case>(short: readonly Case[], long: readonly Case[]): readonly Case[] =>
  isLong ? long : short;
