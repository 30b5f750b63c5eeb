import { expect, test } from "vitest";
import {
  canReplay,
  EMPTY_TAKE,
  isCutShort,
  nextTake,
  type TakeEvent,
  type TakeState,
} from "./take-state.ts";

const after = (...events: readonly TakeEvent[]): TakeState => events.reduce(nextTake, EMPTY_TAKE);
const ask: TakeEvent = { type: "ask" };
const arrived = (seconds: number, waitedMs: number): TakeEvent => ({
  type: "arrived",
  seconds,
  waitedMs,
});
const complete: TakeEvent = { type: "complete" };
const heard: TakeEvent = { type: "heard" };
const problem = { code: "engine_error" };

test("a text is waited for, sounds while more of it comes, and falls silent", () => {
  expect(after(ask).phase).toBe("waiting");
  const sounding = after(ask, arrived(1, 120), arrived(2, 300));
  expect(sounding).toMatchObject({ phase: "sounding", seconds: 3, waitedMs: 120 });
  const whole = [ask, arrived(3, 120), complete, heard] as const;
  expect(after(...whole)).toMatchObject({ phase: "silent", isComplete: true });
  expect(isCutShort(after(...whole))).toBe(false);
});

test("what is whole is heard again", () => {
  const replayed = after(ask, arrived(3, 120), complete, heard, { type: "replay" });
  expect(replayed).toMatchObject({ phase: "sounding", seconds: 3, isComplete: true });
  expect(nextTake(replayed, heard).phase).toBe("silent");
  expect(canReplay(EMPTY_TAKE)).toBe(false);
  expect(after({ type: "replay" })).toBe(EMPTY_TAKE);
});

test("what is stopped keeps what came, and says that it is not whole", () => {
  const stopped = after(ask, arrived(1, 120), { type: "stop" });
  expect(stopped.phase).toBe("silent");
  expect(isCutShort(stopped)).toBe(true);
  expect(canReplay(stopped)).toBe(true);
  expect(after(ask, { type: "stop" }).phase).toBe("empty");
});

test("a problem before the first sound leaves nothing, one after it what came", () => {
  expect(after(ask, { type: "failed", problem })).toMatchObject({ phase: "empty", problem });
  expect(after(ask, arrived(1, 9), { type: "failed", problem })).toMatchObject({
    phase: "silent",
    seconds: 1,
    problem,
  });
  expect(after(ask, { type: "failed", problem }, ask).problem).toBeUndefined();
});

test("words that were ignored stay with it", () => {
  const words = { type: "answered", ignoredWords: ["mavi"] } as const;
  expect(after(ask, words, arrived(1, 1), complete).ignoredWords).toEqual(["mavi"]);
});
