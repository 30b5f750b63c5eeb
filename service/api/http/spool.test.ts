import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ReaderTooSlow, Spool } from "./spool.ts";

const limits = { bytes: 40, bytesInAll: 60, minBytesPerSecond: 1 };

/** Pieces of ten bytes, and how many of them were made. */
function source(count: number, failure?: Error) {
  const state = { made: 0, isEnded: false };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (; state.made < count; state.made += 1) yield new Uint8Array(10);
      if (failure !== undefined) throw failure;
    } finally {
      state.isEnded = true;
    }
  }
  return { state, pieces: pieces() };
}

async function allOf(answer: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer) pieces.push(piece);
  return pieces;
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("Spool", () => {
  test("makes a short answer to its end while nobody reads on", async () => {
    const { state, pieces } = source(3);
    const answer = new Spool(limits).ahead(pieces);
    await answer.next();
    await settled();
    expect(state).toEqual({ made: 3, isEnded: true });
    const rest = await allOf(answer);
    expect(rest).toHaveLength(2);
  });

  test("makes a long one no further ahead than it may, and goes on with its reader", async () => {
    const { state, pieces } = source(20);
    const answer = new Spool(limits).ahead(pieces);
    await answer.next();
    await settled();
    expect(state.made).toBe(4);
    await answer.next();
    await settled();
    expect(state.made).toBe(5);
    expect(await allOf(answer)).toHaveLength(18);
  });

  test("holds no more for all readers than it may, and each gets what it reads", async () => {
    const spool = new Spool(limits);
    const all = [source(20), source(20), source(20)];
    const answers = all.map(({ pieces }) => spool.ahead(pieces));
    await Promise.all(answers.map((answer) => answer.next()));
    await settled();
    const held = all.reduce((sum, { state }) => sum + 10 * state.made, 0);
    expect(held).toBeLessThanOrEqual(limits.bytesInAll + 30);
    const rests = await Promise.all(answers.map((answer) => allOf(answer)));
    expect(rests.map(({ length }) => length)).toEqual([19, 19, 19]);
  });

  test("cuts off a reader that takes too little of a long answer", async () => {
    const { state, pieces } = source(20);
    const answer = new Spool(limits).ahead(pieces);
    await answer.next();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.isEnded).toBe(true);
    await expect(allOf(answer)).rejects.toThrow(ReaderTooSlow);
  });

  test("waits for one that is slow but goes on", async () => {
    const { pieces } = source(20);
    const answer = new Spool(limits).ahead(pieces);
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await answer.next()).done).toBe(false);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect((await answer.next()).done).toBe(true);
  });

  test("ends what is made for a reader that has left", async () => {
    const { state, pieces } = source(20);
    const answer = new Spool(limits).ahead(pieces);
    await answer.next();
    await answer.return();
    await settled();
    expect(state.isEnded).toBe(true);
  });

  test("tells what went wrong behind what was made before", async () => {
    const { pieces } = source(2, new Error("broke"));
    const answer = new Spool(limits).ahead(pieces);
    expect((await answer.next()).done).toBe(false);
    expect((await answer.next()).done).toBe(false);
    await expect(answer.next()).rejects.toThrow("broke");
  });
});
