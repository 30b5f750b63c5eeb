import type { LiveMessage, Segment } from "../api/transcripts.ts";
import type { Problem } from "#web-kit/api/api-error.ts";

/** Where a live transcript is. */
export interface LiveState {
  /** `asking` for the microphone, `listening`, `finishing` what was heard, or at rest. */
  readonly phase: "idle" | "asking" | "listening" | "finishing" | "done";
  readonly segments: readonly Segment[];
  /** What is being said and may still change. */
  readonly partial: { readonly start: number; readonly text: string } | undefined;
  /** Seconds that were listened to. */
  readonly seconds: number;
  /** Seconds since there was any sound. */
  readonly silentSeconds: number;
  readonly problem: Problem | undefined;
  /** What was heard before this stream; its times go on where the last one broke off. */
  readonly earlier: { readonly segments: readonly Segment[]; readonly seconds: number };
}

export type LiveEvent =
  | { readonly type: "start"; readonly goesOn: boolean }
  | { readonly type: "granted" }
  | { readonly type: "samples"; readonly seconds: number; readonly peak: number }
  | { readonly type: "message"; readonly message: LiveMessage }
  | { readonly type: "stop" }
  /** The microphone went away. */
  | { readonly type: "lost" }
  | { readonly type: "failed"; readonly problem: Problem }
  /** The connection is gone; a problem if the final transcript had not come. */
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

/** Below it a microphone gives nothing at all: -60 dBFS. */
const SILENT_PEAK = 0.001;
/** After so long without a sound the microphone may be switched off. */
const SILENT_SECONDS = 4;

/** Returns what an event makes of a live transcript. */
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

/** Nothing came since the beginning: the microphone may be switched off, or another one chosen. */
export function hearsNothing({ phase, seconds, silentSeconds, earlier }: LiveState): boolean {
  const isSilentThroughout = silentSeconds >= seconds - earlier.seconds;
  return phase === "listening" && isSilentThroughout && silentSeconds >= SILENT_SECONDS;
}

/** It was listened to the end, and nobody spoke. */
export function heardNobody({ phase, segments, problem }: LiveState): boolean {
  return phase === "done" && segments.length === 0 && problem === undefined;
}

/** There is a transcript that broke off and can go on. */
export function canGoOn({ phase, segments, problem }: LiveState): boolean {
  return phase === "done" && segments.length > 0 && problem !== undefined;
}

/** The text of segments as one. */
export function textOfSegments(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(" ");
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

function withMessage(state: LiveState, message: LiveMessage): LiveState {
  const { earlier, segments } = state;
  switch (message.type) {
    case "partial": {
      const { text } = message;
      const start = message.start + earlier.seconds;
      return { ...state, partial: text === "" ? undefined : { start, text } };
    }
    case "segment":
      return {
        ...state,
        segments: [...segments, later(message.segment, earlier.seconds)],
        partial: undefined,
      };
    case "final": {
      const heard = message.segments.map((segment) => later(segment, earlier.seconds));
      return {
        ...state,
        phase: "done",
        segments: [...earlier.segments, ...heard],
        partial: undefined,
      };
    }
    case "error":
      return { ...state, problem: message.problem };
  }
}

function stopped(state: LiveState): LiveState {
  if (state.phase === "listening") return { ...state, phase: "finishing" };
  if (state.phase !== "asking") return state;
  return { ...state, phase: state.segments.length > 0 ? "done" : "idle" };
}

/** What never began is as if nobody had asked for it. */
function failed(state: LiveState, problem: Problem): LiveState {
  const phase = state.seconds > 0 ? "done" : "idle";
  return { ...state, phase, partial: undefined, problem };
}

function later(segment: Segment, bySeconds: number): Segment {
  if (bySeconds === 0) return segment;
  const moved = <Timed extends { readonly start: number; readonly end: number }>(timed: Timed) => ({
    ...timed,
    start: timed.start + bySeconds,
    end: timed.end + bySeconds,
  });
  return { ...moved(segment), words: segment.words.map(moved) };
}
