import { expect, test } from "vitest";
import { LanguageVotes } from "./language-votes.ts";

test("the language of a recording is that of most of its seconds", () => {
  const votes = new LanguageVotes();
  votes.add(undefined, 60);
  expect(votes.isTurkish).toBeUndefined();
  votes.add(false, 10);
  expect(votes.isTurkish).toBe(false);
  votes.add(true, 4);
  expect(votes.isTurkish).toBe(false);
  votes.add(true, 6);
  expect(votes.isTurkish).toBe(true);
});
