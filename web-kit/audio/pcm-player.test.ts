import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PcmPlayer } from "./pcm-player.ts";

const RATE = 1000;

/** An audio context whose clock the test sets; it notes when pieces start. */
class ClockedContext {
  static latest: ClockedContext;
  currentTime = 10;
  state = "running";
  readonly destination = {};
  readonly sampleRate: number;
  readonly starts: number[] = [];
  readonly ends: (() => void)[] = [];

  constructor({ sampleRate }: { readonly sampleRate: number }) {
    this.sampleRate = sampleRate;
    ClockedContext.latest = this;
  }

  async resume(): Promise<void> {}

  async close(): Promise<void> {
    this.state = "closed";
  }

  createBuffer(_channels: number, length: number, sampleRate: number) {
    return { duration: length / sampleRate, getChannelData: () => new Float32Array(length) };
  }

  createBufferSource() {
    const { starts, ends } = this;
    return {
      connect: () => undefined,
      start: (at: number) => void starts.push(at),
      set onended(end: () => void) {
        ends.push(end);
      },
    };
  }
}

let ended: number;
let player: PcmPlayer;
let context: ClockedContext;
beforeEach(() => {
  vi.stubGlobal("AudioContext", ClockedContext);
  ended = 0;
  player = new PcmPlayer(RATE, () => (ended += 1));
  context = ClockedContext.latest;
});
afterEach(() => void vi.unstubAllGlobals());

const piece = (seconds: number) => new Float32Array(seconds * RATE);

test("pieces follow each other without a gap, the first a little later", () => {
  player.add(piece(0.5));
  player.add(piece(0.25));
  player.add(piece(0));
  player.add(piece(1));
  expect(context.starts).toEqual([10.06, 10.56, 10.81]);
});

test("a piece that comes too late starts a little later than it came", () => {
  player.add(piece(0.5));
  context.currentTime = 11;
  player.add(piece(0.5));
  expect(context.starts).toEqual([10.06, 11.06]);
});

test("what was heard is what was added without what is ahead", () => {
  expect(player.heardSeconds).toBe(0);
  player.add(piece(1));
  expect(player.heardSeconds).toBe(0);
  context.currentTime = 10.56;
  expect(player.heardSeconds).toBeCloseTo(0.5);
  context.currentTime = 20;
  expect(player.heardSeconds).toBe(1);
});

test("it ends once everything was played, and takes no more", () => {
  player.add(piece(1));
  player.add(piece(1));
  context.ends[0]!();
  player.end();
  expect([ended, context.state]).toEqual([0, "running"]);
  context.ends[1]!();
  expect([ended, context.state]).toEqual([1, "closed"]);
  player.add(piece(1));
  expect(context.starts).toHaveLength(2);
  player.end();
  player.stop();
  expect(ended).toBe(1);
});

test("it ends at once where nothing is left to play", () => {
  player.end();
  expect([ended, context.state]).toEqual([1, "closed"]);
});

test("a stopped one says no end", () => {
  player.add(piece(1));
  player.stop();
  context.ends[0]!();
  player.end();
  expect([ended, context.state]).toEqual([0, "closed"]);
});
