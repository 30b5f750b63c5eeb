import { expect, test } from "vitest";
import { countWrongTokens, WRONG_TOKENS_PER_MINUTE } from "./wrong-tokens.ts";

test("an address waits for the rest of its minute, the others do not", () => {
  const wrong = countWrongTokens();
  for (let count = 1; count <= WRONG_TOKENS_PER_MINUTE; count += 1) {
    expect(wrong.secondsToWait("10.0.0.1", 5_000)).toBe(0);
    wrong.count("10.0.0.1", 5_000);
  }
  expect(wrong.secondsToWait("10.0.0.1", 5_000)).toBe(60);
  expect(wrong.secondsToWait("10.0.0.1", 64_999)).toBe(1);
  expect(wrong.secondsToWait("10.0.0.1", 65_000)).toBe(0);
  expect(wrong.secondsToWait("10.0.0.2", 5_000)).toBe(0);
  wrong.count("10.0.0.1", 65_000);
  expect(wrong.secondsToWait("10.0.0.1", 65_001)).toBe(0);
});

test("what it remembers has an end, the oldest goes first", () => {
  const wrong = countWrongTokens();
  const fill = (address: string) => {
    for (let count = 0; count < WRONG_TOKENS_PER_MINUTE; count += 1) wrong.count(address, 0);
  };
  fill("first");
  for (let index = 1; index < 10_000; index += 1) wrong.count(`address ${index}`, 0);
  expect(wrong.secondsToWait("first", 1)).toBe(60);
  wrong.count("one more", 0);
  expect(wrong.secondsToWait("first", 1)).toBe(0);
});
