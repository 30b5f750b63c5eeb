import { LIMITS } from "../accounts/limits.ts";
import type { RecognisedWord } from "../engine/model.ts";
import type { Progress } from "../engine/process/protocol.ts";
import { ApiError } from "../http/errors.ts";
import { spelledByPrompt, type Prompt } from "../speech/prompt.ts";
import { segmentOf, type Segment, type TranscriptWord } from "../speech/segments.ts";
import { roundedToMs, usageOf } from "../speech/transcript-formats.ts";
import { textOf, writtenWords } from "../speech/written-form/written-words.ts";
import { closeCodeOf, type MessageSegment, type ServerMessage } from "./protocol.ts";

/** What the session wants done, in this order. */
export type Effect =
  | { readonly type: "send"; readonly message: ServerMessage }
  /** Ends with an error: its message, then the socket's end. */
  | { readonly type: "fail"; readonly error: ApiError }
  /** Gives samples to the recognition. */
  | { readonly type: "accept"; readonly samples: Float32Array }
  /** Tells the recognition that no samples follow. */
  | { readonly type: "end" }
  /** Opens another recognition in place of one that has finished, or that nobody waits for any more. */
  | { readonly type: "reopen" }
  /** Everything that came before a `finalize` was told; one for each. */
  | { readonly type: "flushed" }
  /** Stops reading from the socket, or goes on with it. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "close"; readonly code: number };

/** Why a session comes to its end. */
export type EndReason = "asked" | "shutdown" | "idle" | "too_long";

export interface SessionSettings {
  /** Samples per second of the audio it is given. */
  readonly sampleRate: number;
  readonly interimResults: boolean;
  readonly endpointingMs: number;
  readonly words: boolean;
  readonly prompt: Prompt;
}

/** More audio than this undecoded stops the reading; less than this lets it go on. */
const UNDECODED_SECONDS = { pause: 10, resume: 3 };
/** How long after a pause a model may still owe the end of its last word before the word is taken as it is. */
const OVERDUE_SECONDS = 0.3;
/** After how much audio an unchanged partial is sent again. */
const UNCHANGED_SECONDS = 0.15;
const NORMAL_CLOSE = 1000;

/**
 * One live transcription, from the first audio to the final transcript, without socket, clock or model.
 *
 * Every method takes what happened and returns what is to be done.
 */
export class LiveSession {
  #settings: SessionSettings;
  #phase: "listening" | "flushing" | "ending" | "closed" = "listening";
  #endReason: EndReason = "asked";
  /** What arrived while the last recognition was being finished. */
  #held: (Float32Array | "finalize" | "clear")[] = [];
  /** The recognition is being finished because that was asked for. */
  #isFlushAsked = false;
  #receivedSeconds = 0;
  /** Where the running recognition began. */
  #offsetSeconds = 0;
  #decodedSeconds = 0;
  #isPaused = false;
  readonly #segments: MessageSegment[] = [];
  /** Settled words that belong to no segment yet. */
  #open: RecognisedWord[] = [];
  #tentative: readonly RecognisedWord[] = [];
  #isSpeaking = false;
  #lastPartial = "";
  /** How far the last partial had heard. */
  #partialUntil = 0;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Seconds of audio taken in so far. */
  get receivedSeconds(): number {
    return this.#receivedSeconds;
  }

  audio(samples: Float32Array): readonly Effect[] {
    if (this.#phase === "flushing") {
      this.#held.push(samples);
      return [];
    }
    if (this.#phase !== "listening") return [];
    const seconds = this.#receivedSeconds + samples.length / this.#settings.sampleRate;
    if (seconds > LIMITS.audioSeconds) return this.end("too_long");
    this.#receivedSeconds = seconds;
    const effects: Effect[] = [{ type: "accept", samples }];
    if (!this.#isPaused && this.#undecodedSeconds() > UNDECODED_SECONDS.pause) {
      this.#isPaused = true;
      effects.push({ type: "pause" });
    }
    return effects;
  }

  /** Turns what was heard so far into a segment, now. */
  finalize(): readonly Effect[] {
    if (this.#phase === "flushing") this.#held.push("finalize");
    if (this.#phase !== "listening") return [];
    if (this.#isFresh) return [{ type: "flushed" }];
    this.#isFlushAsked = true;
    return this.#flush();
  }

  /** Forgets what was heard and belongs to no segment yet. */
  clear(): readonly Effect[] {
    if (this.#phase === "flushing") this.#held.push("clear");
    if (this.#phase !== "listening" || this.#isFresh) return [];
    this.#open = [];
    this.#tentative = [];
    this.#isSpeaking = false;
    this.#lastPartial = "";
    return [...this.#reopen(), ...this.#resume()];
  }

  /** Goes by other settings from now on. */
  change(settings: SessionSettings): readonly Effect[] {
    this.#settings = settings;
    return this.#phase === "listening" && this.#isFresh ? this.#reopen() : [];
  }

  /** Takes no more audio; the final transcript follows. */
  end(reason: EndReason): readonly Effect[] {
    if (this.#phase === "ending" || this.#phase === "closed") return [];
    this.#endReason = reason;
    const isFlushing = this.#phase === "flushing";
    this.#phase = "ending";
    // The recognition that is being flushed was told its end already.
    return isFlushing ? [] : [{ type: "end" }];
  }

  /** Ends at once, without a transcript. */
  fail(error: ApiError): readonly Effect[] {
    if (this.#phase === "closed") return [];
    this.#phase = "closed";
    return [
      { type: "fail", error },
      { type: "close", code: closeCodeOf(error) },
    ];
  }

  progress(progress: Progress): readonly Effect[] {
    if (this.#phase === "closed") return [];
    const shift = (word: RecognisedWord) => ({
      ...word,
      start: word.start + this.#offsetSeconds,
      end: word.end + this.#offsetSeconds,
    });
    this.#open.push(...progress.settled.map(shift));
    this.#tentative = progress.tentative.map(shift);
    this.#decodedSeconds = this.#offsetSeconds + progress.decodedSeconds;
    const effects: Effect[] = [...this.#speechStarted(), ...this.#closeSegments(progress.finished)];
    if (progress.finished) return [...effects, ...this.#finished()];
    return [...effects, ...this.#partial(), ...this.#flushOverdueWord(), ...this.#resume()];
  }

  /** The running recognition has been given nothing. */
  get #isFresh(): boolean {
    return this.#receivedSeconds === this.#offsetSeconds;
  }

  #flush(): readonly Effect[] {
    this.#phase = "flushing";
    return [{ type: "end" }];
  }

  #reopen(): readonly Effect[] {
    this.#offsetSeconds = this.#receivedSeconds;
    this.#decodedSeconds = this.#receivedSeconds;
    return [{ type: "reopen" }];
  }

  #undecodedSeconds(): number {
    return this.#receivedSeconds - this.#decodedSeconds;
  }

  #speechStarted(): readonly Effect[] {
    const first = this.#open[0] ?? this.#tentative[0];
    if (this.#isSpeaking || first === undefined) return [];
    this.#isSpeaking = true;
    return [send({ type: "speech.started", at: roundedToMs(first.start) })];
  }

  /** Closes a segment at every pause that is long enough and lies behind settled words. */
  #closeSegments(all: boolean): readonly Effect[] {
    const effects: Effect[] = [];
    const pauseSeconds = this.#settings.endpointingMs / 1000;
    let current: RecognisedWord[] = [];
    for (const [index, word] of this.#open.entries()) {
      current.push(word);
      const next = this.#open[index + 1] ?? this.#tentative[0];
      const silenceUntil = next?.start ?? this.#decodedSeconds;
      const isLast = all && index === this.#open.length - 1;
      if (isLast || silenceUntil - word.end >= pauseSeconds) {
        effects.push(...this.#closeSegment(segmentOf(this.#written(current, true))));
        if (next !== undefined) effects.push(...this.#speechStartedAt(next));
        current = [];
      }
    }
    this.#open = current;
    return effects;
  }

  #closeSegment(segment: Segment): readonly Effect[] {
    const message: MessageSegment = {
      segment: this.#segments.length,
      start: roundedToMs(segment.start),
      end: roundedToMs(segment.end),
      text: segment.text,
      ...(this.#settings.words
        ? {
            words: segment.words.map(({ text, start, end }) => ({
              word: text,
              start: roundedToMs(start),
              end: roundedToMs(end),
            })),
          }
        : {}),
    };
    this.#segments.push(message);
    this.#isSpeaking = false;
    this.#lastPartial = "";
    return [
      send({ type: "transcript.segment", ...message }),
      send({ type: "speech.stopped", at: message.end }),
    ];
  }

  #speechStartedAt(word: RecognisedWord): readonly Effect[] {
    this.#isSpeaking = true;
    return [send({ type: "speech.started", at: roundedToMs(word.start) })];
  }

  #partial(): readonly Effect[] {
    const words = [...this.#open, ...this.#tentative];
    const [first] = words;
    if (!this.#settings.interimResults || first === undefined) return [];
    const text = textOf(this.#written(words, false));
    // While a segment is open, a client hears that nothing has changed, too.
    const isDue = this.#decodedSeconds - this.#partialUntil >= UNCHANGED_SECONDS;
    if (text === this.#lastPartial && !isDue) return [];
    this.#lastPartial = text;
    this.#partialUntil = this.#decodedSeconds;
    const segment = this.#segments.length;
    const start = roundedToMs(first.start);
    const end = roundedToMs(this.#decodedSeconds);
    return [send({ type: "transcript.partial", segment, start, end, text })];
  }

  #written(words: readonly RecognisedWord[], isComplete: boolean): readonly TranscriptWord[] {
    return writtenWords(spelledByPrompt(words, this.#settings.prompt), { isComplete });
  }

  /** A word that its model keeps open through a whole pause would keep its segment open until the next word. */
  #flushOverdueWord(): readonly Effect[] {
    const last = this.#tentative.at(-1);
    if (last === undefined) return [];
    const silenceSeconds = this.#decodedSeconds - last.end;
    const isOverdue = silenceSeconds >= this.#settings.endpointingMs / 1000 + OVERDUE_SECONDS;
    return isOverdue ? this.#flush() : [];
  }

  #resume(): readonly Effect[] {
    if (!this.#isPaused || this.#undecodedSeconds() >= UNDECODED_SECONDS.resume) return [];
    this.#isPaused = false;
    return [{ type: "resume" }];
  }

  #finished(): readonly Effect[] {
    const held = this.#held;
    const flushed: readonly Effect[] = this.#isFlushAsked ? [{ type: "flushed" }] : [];
    this.#isFlushAsked = false;
    if (this.#phase === "ending" && held.length === 0) return [...flushed, ...this.#final()];
    this.#held = [];
    const isEnding = this.#phase === "ending";
    this.#phase = "listening";
    const effects: Effect[] = [...flushed, ...this.#reopen()];
    for (const one of held) {
      if (one === "finalize") effects.push(...this.finalize());
      else if (one === "clear") effects.push(...this.clear());
      else effects.push(...this.audio(one));
    }
    return [...effects, ...(isEnding ? this.end(this.#endReason) : []), ...this.#resume()];
  }

  #final(): readonly Effect[] {
    this.#phase = "closed";
    const final = send({
      type: "transcript.final",
      text: this.#segments.map(({ text }) => text).join(" "),
      duration: roundedToMs(this.#receivedSeconds),
      segments: this.#segments,
      usage: usageOf(this.#receivedSeconds),
    });
    const error = END_ERRORS[this.#endReason];
    if (error === undefined) return [final, { type: "close", code: NORMAL_CLOSE }];
    const failure = new ApiError(error);
    return [final, { type: "fail", error: failure }, { type: "close", code: closeCodeOf(failure) }];
  }
}

/** The ends that are the client's fault and say so after the final transcript. */
const END_ERRORS = {
  asked: undefined,
  shutdown: undefined,
  idle: "stream_idle_timeout",
  too_long: "audio_too_long",
} as const satisfies Readonly<Record<EndReason, string | undefined>>;

function send(message: ServerMessage): Effect {
  return { type: "send", message };
}
