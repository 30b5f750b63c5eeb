import type { Problem } from "#web-kit/api/api-error.ts";

/** The state of generated speech. */
export interface TakeState {
  /** `waiting` lasts until the first audio. */
  readonly phase: "empty" | "waiting" | "sounding" | "silent";
  /** Seconds of audio received so far. */
  readonly seconds: number;
  /** Whether all of the audio has been received. */
  readonly isComplete: boolean;
  /** Time from the request to the first audio. */
  readonly waitedMs: number | undefined;
  /** Words of a description or directions that the model does not know. */
  readonly ignoredWords: readonly string[];
  readonly problem: Problem | undefined;
}

export type TakeEvent =
  | { readonly type: "ask" }
  | { readonly type: "answered"; readonly ignoredWords: readonly string[] }
  | { readonly type: "arrived"; readonly seconds: number; readonly waitedMs: number }
  | { readonly type: "complete" }
  /** Everything received was played. */
  | { readonly type: "heard" }
  | { readonly type: "stop" }
  | { readonly type: "replay" }
  | { readonly type: "failed"; readonly problem: Problem };

export const EMPTY_TAKE: TakeState = {
  phase: "empty",
  seconds: 0,
  isComplete: false,
  waitedMs: undefined,
  ignoredWords: [],
  problem: undefined,
};

/** Returns the state after an event. */
export function nextTake(state: TakeState, event: TakeEvent): TakeState {
  switch (event.type) {
    case "ask":
      return { ...EMPTY_TAKE, phase: "waiting" };
    case "answered":
      return { ...state, ignoredWords: event.ignoredWords };
    case "arrived":
      return {
        ...state,
        phase: "sounding",
        seconds: state.seconds + event.seconds,
        waitedMs: state.waitedMs ?? event.waitedMs,
      };
    case "complete":
      return { ...state, isComplete: true };
    case "heard":
      return state.phase === "sounding" ? { ...state, phase: "silent" } : state;
    case "stop":
      return atRest(state);
    case "replay":
      return canReplay(state) ? { ...state, phase: "sounding", problem: undefined } : state;
    case "failed":
      return { ...atRest(state), problem: event.problem };
  }
}

/** Returns whether there is something to play again. */
export function canReplay({ phase, seconds }: TakeState): boolean {
  return phase === "silent" && seconds > 0;
}

/** Returns whether it was stopped, or broke off, before all of it was received. */
export function isCutShort({ phase, seconds, isComplete }: TakeState): boolean {
  return phase === "silent" && seconds > 0 && !isComplete;
}

function atRest(state: TakeState): TakeState {
  return { ...state, phase: state.seconds > 0 ? "silent" : "empty" };
}
