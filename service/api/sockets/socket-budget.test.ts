import { describe, expect, test } from "vitest";
import { LIMITS } from "../../contract/limits.ts";
import { SocketBudget } from "./socket-budget.ts";

const { messagesPerSecond, messagesAtOnce, workMsPerSecond, workMsAtOnce } = LIMITS.socket;

describe("SocketBudget", () => {
  test("takes so many messages at once, and so many a second after that", () => {
    const budget = new SocketBudget();
    const taken = (count: number, atMs: number) =>
      Array.from({ length: count }, () => budget.spend(0, atMs)).every(({ mayGoOn }) => mayGoOn);
    expect(taken(messagesAtOnce, 0)).toBe(true);
    expect(taken(messagesPerSecond, 1000)).toBe(true);
    expect(taken(messagesPerSecond / 2, 1500)).toBe(true);
    expect(taken(1, 1500)).toBe(false);
  });

  test("takes so much work at once, and so much a second after that; for more it waits", () => {
    const budget = new SocketBudget();
    expect(budget.spend(workMsAtOnce, 0)).toEqual({ mayGoOn: true, restMs: 0 });
    expect(budget.spend(workMsPerSecond, 1000)).toEqual({ mayGoOn: true, restMs: 0 });
    expect(budget.spend(workMsPerSecond / 2, 1000)).toEqual({ mayGoOn: true, restMs: 500 });
    expect(budget.spend(0, 1500)).toEqual({ mayGoOn: true, restMs: 0 });
  });

  test("ends by as much work again that comes without a rest", () => {
    const budget = new SocketBudget();
    expect(budget.spend(2 * workMsAtOnce, 0).mayGoOn).toBe(true);
    expect(budget.spend(1, 0).mayGoOn).toBe(false);
  });

  test("real-time audio in the smallest usual frames costs nothing that counts", () => {
    const budget = new SocketBudget();
    for (let at = 0; at < 10_000; at += 1) {
      expect(budget.spend(0.2, at * 10)).toEqual({ mayGoOn: true, restMs: 0 });
    }
  });

  test("what was saved is bounded", () => {
    const budget = new SocketBudget();
    budget.spend(0, 0);
    expect(budget.spend(workMsAtOnce + 1, 3_600_000).restMs).toBeGreaterThan(0);
  });
});
