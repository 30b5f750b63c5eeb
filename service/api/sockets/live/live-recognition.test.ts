import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UNCOUNTED } from "../../../access/quota/allowance.ts";
import type { Principal } from "../../../access/authenticate.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { LiveRecognition, type LiveOpening } from "./live-recognition.ts";
import { readStreamQuery, streamParameters } from "./protocol.ts";

const KEY = { kind: "key", keyId: "k", accountId: "a", limits: LIMITS.account } as const;
const NOBODY = {
  kind: "session",
  client: "192.0.2.1",
  payer: undefined,
  limits: LIMITS.anonymous,
} as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A recognition of somebody, beside the messages sent to its model. */
function recognitionOf(principal: Principal, allowance = UNCOUNTED, query = {}) {
  const sent: string[] = [];
  const nothing = () => undefined;
  const process = {
    openJob: () => 1,
    closeJob: nothing,
    sendAudio: nothing,
    send: ({ type }: { type: string }) => void sent.push(type),
  };
  const opening = {
    principal,
    allowance,
    socket: { pause: nothing, resume: nothing, close: nothing },
    model: {
      sampleRate: 16_000,
      manifest: { sample_rate: 16_000 },
      ending: new AbortController().signal,
    },
    slot: { process },
    services: { metrics: { audio: nothing } },
  } as unknown as LiveOpening;
  const parameters = streamParameters(readStreamQuery(new URLSearchParams(query)), [
    "transcribe-1",
  ]);
  const recognition = new LiveRecognition(opening, parameters, {
    tell: nothing,
    flushed: nothing,
    failed: nothing,
    closed: nothing,
  });
  return { recognition, sent };
}

test("takes no more audio than the quota has left, and charges no more", () => {
  const used = vi.fn();
  const allowance = { ...UNCOUNTED, max: 0.5, use: used };
  const { recognition } = recognitionOf(KEY, allowance);
  recognition.audio(Buffer.alloc(32_000));
  expect(recognition.audioSeconds).toBe(0.5);
  recognition[Symbol.dispose]();
  expect(used).toHaveBeenCalledWith(0.5);
});

test("what was heard is booked while the stream runs", () => {
  const booked: number[] = [];
  let used = 0;
  const allowance = {
    ...UNCOUNTED,
    use: (amount: number | undefined) => void (used = amount ?? 0),
    bookOn: () => void booked.push(used),
  };
  const { recognition } = recognitionOf(KEY, allowance);
  for (let second = 0; second < 25; second += 1) {
    recognition.audio(Buffer.alloc(32_000, 1));
    vi.advanceTimersByTime(1_000);
  }
  expect(booked).toEqual([10, 20]);
  recognition[Symbol.dispose]();
  vi.advanceTimersByTime(60_000);
  expect(booked).toHaveLength(2);
});

test("a sample that is no number is refused, and no file is blamed for it", () => {
  const { recognition } = recognitionOf(KEY, UNCOUNTED, { encoding: "pcm_f32le" });
  using _ended = recognition;
  const notNumbers = Buffer.alloc(16, 0xff);
  expect(() => recognition.audio(notNumbers)).toThrow(
    expect.objectContaining({ code: "undecodable_audio", param: null }),
  );
});

test.each([
  ["an API key", KEY, LIMITS.silentStreamSeconds],
  ["an anonymous session", NOBODY, LIMITS.silentAnonymousStreamSeconds],
])(
  "a stream of %s ends when it has no audio, whatever else it says",
  (_who, principal, seconds) => {
    const { recognition, sent } = recognitionOf(principal);
    using _ended = recognition;
    vi.advanceTimersByTime((seconds - 1) * 1000);
    recognition.audio(Buffer.alloc(320, 1));
    vi.advanceTimersByTime((seconds - 1) * 1000);
    recognition.finalize();
    expect(sent.filter((type) => type === "end")).toHaveLength(1);
    const { recognition: silent, sent: silentCalls } = recognitionOf(principal);
    using _silentEnded = silent;
    vi.advanceTimersByTime(seconds * 1000);
    expect(silentCalls).toEqual(["open", "end"]);
  },
);

test("a stream of digital silence ends as one without audio does", () => {
  const { recognition, sent } = recognitionOf(NOBODY);
  using _ended = recognition;
  const dither = Buffer.from(new Int16Array([0, 1, -1, 0]).buffer);
  for (let second = 0; second < LIMITS.silentAnonymousStreamSeconds; second += 1) {
    recognition.audio(dither);
    vi.advanceTimersByTime(1000);
  }
  expect(sent.filter((type) => type === "end")).toHaveLength(1);
});
