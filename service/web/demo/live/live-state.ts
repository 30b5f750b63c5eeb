import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";
import type { WarningCode } from "#service/contract/transcriptions.ts";
import { apiProblem, type Problem } from "#web-kit/api/api-error.ts";
import type { SampleName } from "../../samples/samples.ts";
import { type Segment, segmentOf, warningOf } from "../transcript/segments.ts";

/** The state of a live transcript. */
export interface LiveState {
  /** `asking` waits for the microphone, `finishing` for the final transcript. */
  readonly phase: "idle" | "asking" | "listening" | "finishing" | "done";
  /** The sample that is listened to in place of the microphone. */
  readonly clip: SampleName | undefined;
  readonly segments: readonly Segment[];
  /** The partial transcript, which may still change. */
  readonly partial: { readonly start: number; readonly text: string } | undefined;
  /** How soon partial transcripts come; undefined until the service has reported it. */
  readonly partials: Extract<ServerMessage, { type: "session.started" }>["partials"] | undefined;
  /** Seconds that were listened to. */
  readonly seconds: number;
  /** Seconds from the end of the newest words to their arrival. */
  readonly lateSeconds: number;
  /** Seconds before any sound; undefined once there was one. */
  readonly silentSeconds: number | undefined;
  readonly problem: Problem | undefined;
  /** The service's warning about the final transcript. */
  readonly warning: WarningCode | undefined;
  /** Segments from before this connection; the connection's own times count from `seconds`. */
  readonly earlier: { readonly segments: readonly Segment[]; readonly seconds: number };
  /** The second from which nothing is transcribed, because the connection is down; undefined while it is up. */
  readonly brokenFrom: number | undefined;
  /** Seconds that were never transcribed, because more was said while disconnected than is kept. */
  readonly lostSeconds: number;
}

export type LiveEvent =
  | { readonly type: "start"; readonly goesOn: boolean; readonly clip?: SampleName | undefined }
  | { readonly type: "granted" }
  /** The connection is up; its audio begins `fromSeconds` after listening began. */
  | { readonly type: "connected"; readonly fromSeconds: number }
  /** The connection is lost and is being restored. */
  | { readonly type: "broken" }
  | { readonly type: "samples"; readonly seconds: number; readonly peak: number }
  | { readonly type: "message"; readonly message: ServerMessage }
  | { readonly type: "stop" }
  /** The microphone was disconnected or withdrawn. */
  | { readonly type: "lost" }
  | { readonly type: "failed"; readonly problem: Problem }
  /** The connection is lost for good: a problem unless the final transcript had come. */
  | { readonly type: "closed"; readonly problem: Problem };

export const INITIAL_LIVE: LiveState = {
  phase: "idle",
  clip: undefined,
  segments: [],
  partial: undefined,
  partials: undefined,
  seconds: 0,
  lateSeconds: 0,
  silentSeconds: 0,
  problem: undefined,
  warning: undefined,
  earlier: { segments: [], seconds: 0 },
  brokenFrom: undefined,
  lostSeconds: 0,
};

/** -60 dBFS: quieter than any microphone that is switched on. */
const SILENT_PEAK = 0.001;
const SILENT_SECONDS = 4;
/** Words that come later than this are late; the end of a segment and its recognition take less. */
const LATE_SECONDS = 4;

/** Returns the state after an event. */
export function nextLive(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case "start":
      return begun(event.goesOn ? state : INITIAL_LIVE, event.clip);
    case "granted":
      return state.phase === "asking" ? { ...state, phase: "listening" } : state;
    case "connected":
      return isOver(state) ? state : connected(state, event.fromSeconds);
    case "broken":
      return isOver(state) ? state : { ...broken(state), problem: undefined };
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

/** Returns whether there has been no sound since the beginning: the microphone may be switched off, or the wrong one chosen. */
export function hearsNothing({ phase, silentSeconds = 0 }: LiveState): boolean {
  return phase === "listening" && silentSeconds >= SILENT_SECONDS;
}

/** Returns whether words come late, from a model whose words come as they are spoken. */
export function isLate(state: LiveState): boolean {
  const { phase, partials, lateSeconds } = state;
  const isRunning = phase === "listening" || phase === "finishing";
  return isRunning && partials !== "slower" && lateSeconds >= LATE_SECONDS;
}

/** Returns whether the connection is down and is being restored. */
export function isReconnecting({ phase, brokenFrom }: LiveState): boolean {
  return brokenFrom !== undefined && (phase === "listening" || phase === "finishing");
}

/** Returns whether listening has ended and nobody spoke. */
export function heardNobody({ phase, segments, problem }: LiveState): boolean {
  return phase === "done" && segments.length === 0 && problem === undefined;
}

/** Returns whether a microphone transcript broke off and can continue, with the audio since the connection was lost. */
export function canGoOn(state: LiveState): boolean {
  const { phase, clip, segments, seconds, problem, brokenFrom = seconds } = state;
  const wasListening = segments.length > 0 || brokenFrom < seconds;
  return phase === "done" && clip === undefined && wasListening && problem !== undefined;
}

function isOver({ phase }: LiveState): boolean {
  return phase === "idle" || phase === "done";
}

function begun(
  { segments, seconds, brokenFrom, lostSeconds }: LiveState,
  clip: SampleName | undefined,
): LiveState {
  const kept = { segments, seconds, brokenFrom, lostSeconds };
  return { ...INITIAL_LIVE, ...kept, phase: "asking", clip, earlier: { segments, seconds } };
}

function connected(state: LiveState, fromSeconds: number): LiveState {
  const { segments, brokenFrom = fromSeconds } = state;
  return {
    ...state,
    partial: undefined,
    earlier: { segments, seconds: fromSeconds },
    brokenFrom: undefined,
    lostSeconds: state.lostSeconds + Math.max(0, fromSeconds - brokenFrom),
  };
}

/** Marks where text is missing: audio without final text is sent again over the next connection. */
function broken(state: LiveState): LiveState {
  return { ...state, brokenFrom: state.brokenFrom ?? state.partial?.start ?? state.seconds };
}

function withSamples(state: LiveState, seconds: number, peak: number): LiveState {
  if (state.phase !== "listening") return state;
  const isSilent = state.silentSeconds !== undefined && peak <= SILENT_PEAK;
  const silentSeconds = isSilent ? state.silentSeconds + seconds : undefined;
  return { ...state, seconds: state.seconds + seconds, silentSeconds };
}

function withMessage(state: LiveState, message: ServerMessage): LiveState {
  const { earlier, segments } = state;
  switch (message.type) {
    case "transcript.partial": {
      const { start, text } = message;
      const partial = text === "" ? undefined : { start: start + earlier.seconds, text };
      return { ...state, partial, lateSeconds: lateOf(state, message.end) };
    }
    case "transcript.segment": {
      const heard = later(segmentOf(message, message.words), earlier.seconds);
      const lateSeconds = lateOf(state, message.end);
      return { ...state, segments: [...segments, heard], partial: undefined, lateSeconds };
    }
    case "transcript.final": {
      const heard = message.segments.map((one) =>
        later(segmentOf(one, one.words), earlier.seconds),
      );
      const all = [...earlier.segments, ...heard];
      const warning = warningOf(message);
      return { ...state, phase: "done", segments: all, partial: undefined, warning };
    }
    case "error":
      return { ...state, problem: apiProblem(message, 0) };
    case "session.started":
      return { ...state, partials: message.partials };
    case "session.ending":
    case "speech.started":
    case "speech.stopped":
      return state;
  }
}

function lateOf({ seconds, earlier }: LiveState, endSeconds: number): number {
  return seconds - (earlier.seconds + endSeconds);
}

function stopped(state: LiveState): LiveState {
  if (state.phase === "listening") return { ...state, phase: "finishing" };
  if (state.phase !== "asking") return state;
  return { ...state, phase: state.segments.length > 0 ? "done" : "idle" };
}

function failed(state: LiveState, problem: Problem): LiveState {
  const phase = state.seconds > 0 ? "done" : "idle";
  return { ...broken(state), phase, partial: undefined, problem };
}

function later(segment: Segment, bySeconds: number): Segment {
  const moved = <Timed extends { readonly start: number; readonly end: number }>(timed: Timed) => ({
    ...timed,
    start: timed.start + bySeconds,
    end: timed.end + bySeconds,
  });
  return { ...moved(segment), words: segment.words.map(moved) };
}
