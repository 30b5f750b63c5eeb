import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";
import { apiProblem, type Problem } from "#web-kit/api/api-error.ts";
import { type Segment, segmentOf } from "../transcript/segments.ts";

/** The state of a live transcript. */
export interface LiveState {
  /** `asking` is for the microphone; `finishing` waits for the final transcript. */
  readonly phase: "idle" | "asking" | "listening" | "finishing" | "done";
  readonly segments: readonly Segment[];
  /** What is being said and may still change. */
  readonly partial: { readonly start: number; readonly text: string } | undefined;
  /** Seconds that were listened to. */
  readonly seconds: number;
  /** Seconds since there was any sound. */
  readonly silentSeconds: number;
  readonly problem: Problem | undefined;
  /** What was heard before this stream, whose own times count from `seconds`. */
  readonly earlier: { readonly segments: readonly Segment[]; readonly seconds: number };
}

export type LiveEvent =
  | { readonly type: "start"; readonly goesOn: boolean }
  | { readonly type: "granted" }
  | { readonly type: "samples"; readonly seconds: number; readonly peak: number }
  | { readonly type: "message"; readonly message: ServerMessage }
  | { readonly type: "stop" }
  /** The microphone went away. */
  | { readonly type: "lost" }
  | { readonly type: "failed"; readonly problem: Problem }
  /** The connection is gone; a problem unless the final transcript had come. */
  | { readonly type: "closed"; readonly problem: Problem };

export const INITIAL_LIVE: LiveState = {
  phase: "idle",
  segments: [],
  partial: undefined,
  seconds: 0,
  silentSeconds: 0,
  problem: undefined,
  earlier: { segments: [], seconds: 0 },
};

/** -60 dBFS: quieter than any microphone that is switched on. */
const SILENT_PEAK = 0.001;
const SILENT_SECONDS = 4;

/** Returns the state after an event. */
export function nextLive(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case "start":
      return event.goesOn ? begun(state.segments, state.seconds) : begun([], 0);
    case "granted":
      return state.phase === "asking" ? { ...state, phase: "listening" } : state;
    case "samples":
      return withSamples(state, event.seconds, event.peak);
    case "message":
      return isOver(state) ? state : withMessage(state, event.message);
    case "stop":
      return stopped(state);
    case "lost":
      return state.phase === "listening"
        ? { ...state, phase: "finishing", problem: { code: "microphone_lost" } }
        : state;
    case "failed":
      return isOver(state) ? state : failed(state, event.problem);
    case "closed":
      return isOver(state) ? state : failed(state, state.problem ?? event.problem);
  }
}

/** There was no sound since the beginning: the microphone may be switched off, or the wrong one chosen. */
export function hearsNothing({ phase, seconds, silentSeconds, earlier }: LiveState): boolean {
  const isSilentThroughout = silentSeconds >= seconds - earlier.seconds;
  return phase === "listening" && isSilentThroughout && silentSeconds >= SILENT_SECONDS;
}

/** It was listened to the end, and nobody spoke. */
export function heardNobody({ phase, segments, problem }: LiveState): boolean {
  return phase === "done" && segments.length === 0 && problem === undefined;
}

/** The transcript broke off and can go on. */
export function canGoOn({ phase, segments, problem }: LiveState): boolean {
  return phase === "done" && segments.length > 0 && problem !== undefined;
}

function isOver({ phase }: LiveState): boolean {
  return phase === "idle" || phase === "done";
}

function begun(segments: readonly Segment[], seconds: number): LiveState {
  return { ...INITIAL_LIVE, phase: "asking", segments, seconds, earlier: { segments, seconds } };
}

function withSamples(state: LiveState, seconds: number, peak: number): LiveState {
  if (state.phase !== "listening") return state;
  const silentSeconds = peak > SILENT_PEAK ? 0 : state.silentSeconds + seconds;
  return { ...state, seconds: state.seconds + seconds, silentSeconds };
}

function withMessage(state: LiveState, message: ServerMessage): LiveState {
  const { earlier, segments } = state;
  switch (message.type) {
    case "transcript.partial": {
      const { start, text } = message;
      const partial = text === "" ? undefined : { start: start + earlier.seconds, text };
      return { ...state, partial };
    }
    case "transcript.segment": {
      const heard = later(segmentOf(message, message.words), earlier.seconds);
      return { ...state, segments: [...segments, heard], partial: undefined };
    }
    case "transcript.final": {
      const heard = message.segments.map((one) =>
        later(segmentOf(one, one.words), earlier.seconds),
      );
      const all = [...earlier.segments, ...heard];
      return { ...state, phase: "done", segments: all, partial: undefined };
    }
    case "error":
      return { ...state, problem: apiProblem(message, 0) };
    case "session.started":
    case "speech.started":
    case "speech.stopped":
      return state;
  }
}

function stopped(state: LiveState): LiveState {
  if (state.phase === "listening") return { ...state, phase: "finishing" };
  if (state.phase !== "asking") return state;
  return { ...state, phase: state.segments.length > 0 ? "done" : "idle" };
}

function failed(state: LiveState, problem: Problem): LiveState {
  const phase = state.seconds > 0 ? "done" : "idle";
  return { ...state, phase, partial: undefined, problem };
}

function later(segment: Segment, bySeconds: number): Segment {
  const moved = <Timed extends { readonly start: number; readonly end: number }>(timed: Timed) => ({
    ...timed,
    start: timed.start + bySeconds,
    end: timed.end + bySeconds,
  });
  return { ...moved(segment), words: segment.words.map(moved) };
}
