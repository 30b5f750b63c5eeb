import { expect, test } from "vitest";
import { decideThreads, type ThreadedAlert, UNDECIDED_MS } from "./threads.ts";

const firedAtMs = Date.parse("2026-11-27T03:00:00Z");
const of = (id: string, componentId: string, thread: string | null = null): ThreadedAlert => ({
  id,
  componentId,
  thread,
  firedAtMs,
});
const incident = (...components: readonly string[]) => new Set(components);
const decided = (
  open: readonly ThreadedAlert[],
  incidents: readonly ReadonlySet<string>[] = [],
  afterMs = 0,
) => Object.fromEntries(decideThreads(open, incidents, firedAtMs + afterMs));

test("the first alert has a thread of its own at once, and others of its component are in it", () => {
  expect(decided([of("a", "tts"), of("b", "tts")])).toEqual({ a: "a", b: "a" });
  expect(decided([of("a", "tts", "z"), of("b", "tts")])).toEqual({ b: "z" });
});

test("components of an open incident have one thread", () => {
  const open = [of("a", "tts"), of("b", "stt"), of("c", "web")];
  const incidents = [incident("tts", "stt"), incident("web")];
  expect(decided(open, incidents)).toEqual({ a: "a", b: "a", c: "c" });
});

test("while another one is open, an alert waits for its incident, but not for long", () => {
  const open = [of("a", "tts", "a"), of("b", "stt")];
  expect(decided(open, [incident("tts")])).toEqual({});
  expect(decided(open, [incident("tts", "stt")], UNDECIDED_MS / 2)).toEqual({ b: "a" });
  expect(decided(open, [incident("tts")], UNDECIDED_MS)).toEqual({ b: "b" });
});

test("what is decided stays", () => {
  expect(decided([of("a", "tts", "a"), of("b", "stt", "b")], [incident("tts", "stt")])).toEqual({});
});
