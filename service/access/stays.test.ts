import { expect, test } from "vitest";
import { Stays } from "./stays.ts";

test("how long to wait for one of several to end is told from how long such ones stayed lately", () => {
  let nowMs = 0;
  const stays = new Stays(() => nowMs);
  const stay = (ms: number) => {
    const end = stays.begin("transcription");
    nowMs += ms;
    end();
    nowMs += 1_000_000;
    end();
  };
  expect(stays.secondsUntilOneEnds("transcription", 3)).toBe(0);
  stay(12_000);
  expect(stays.secondsUntilOneEnds("transcription", 3)).toBe(4);
  for (let count = 0; count < 50; count += 1) stay(60_000);
  expect(stays.secondsUntilOneEnds("transcription", 3)).toBeCloseTo(20, 0);
  expect(stays.secondsUntilOneEnds("speech", 3)).toBe(0);
});
