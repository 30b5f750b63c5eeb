import { isDeepStrictEqual } from "node:util";
import { LIMITS } from "../../../contract/limits.ts";
import { GatheredSamples } from "../../../engine/audio/samples.ts";
import type { RecognisedWord } from "../../../engine/model/model.ts";
import type { Progress } from "../../../engine/process/protocol.ts";
import { ApiError } from "../../../contract/errors.ts";
import { LanguageVotes } from "../../../engine/model/language-votes.ts";
import { Loudness } from "../../../speech/loudness.ts";
import { roundedToMs, usageOf } from "../../../speech/transcript-formats.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import { warningsOf } from "../../../speech/warnings.ts";
import { LiveTranscript, type TranscriptSettings } from "./live-transcript.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import { RESTART_CLOSE } from "../../../contract/sockets/socket.ts";
import { closeCodeOf } from "../close-codes.ts";

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

export interface SessionSettings extends TranscriptSettings {
  /** Samples per second of the audio it is given. */
  readonly sampleRate: number;
}

/** More audio than this undecoded stops the reading; less than this lets it go on. */
const UNDECODED_SECONDS = { pause: 10, resume: 3 };
const NORMAL_CLOSE = 1000;

/**
 * One live transcription, from the first audio to the final transcript, without socket, clock or model.
 *
 * Every method takes what happened and returns what is to be done.
 */
export class LiveSession {
  #settings: SessionSettings;
  #phase: "listening" | "flushing" | "ending" | "closed" = "listening";
  /** What the socket is closed with after the final transcript, where there is no error. */
  #closeCode = NORMAL_CLOSE;
  /** Told after the final transcript. */
  #endError: ApiError | undefined;
  /** What arrived while the last recognition was being finished. */
  #held: (GatheredSamples | "finalize" | "clear")[] = [];
  /** The recognition is being finished because that was asked for. */
  #isFlushAsked = false;
  /** Counted in samples: sums of seconds are not exact. */
  #receivedSamples = 0;
  /** Where the running recognition began. */
  #offsetSeconds = 0;
  #decodedSeconds = 0;
  #quietUntilSeconds = 0;
  #isPaused = false;
  readonly #transcript: LiveTranscript;
  readonly #language = new LanguageVotes();
  readonly #loudness: Loudness;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#loudness = new Loudness(settings.sampleRate);
    this.#transcript = new LiveTranscript(settings);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The words of the segments that were told of. */
  get words(): readonly TranscriptWord[] {
    return this.#transcript.words;
  }

  get openWords(): readonly TranscriptWord[] {
    return this.#transcript.openWords;
  }

  /** No word that was not told of begins before this, in seconds from the start of the stream. */
  get quietUntilSeconds(): number {
    return this.#quietUntilSeconds;
  }

  get receivedSeconds(): number {
    return this.#receivedSamples / this.#settings.sampleRate;
  }

  audio(samples: Float32Array): readonly Effect[] {
    if (this.#phase === "flushing") {
      this.#hold(samples);
      return [];
    }
    if (this.#phase !== "listening") return [];
    const room = LIMITS.audioSeconds * this.#settings.sampleRate - this.#receivedSamples;
    if (samples.length <= room) return this.#accept(samples);
    const accepted = room > 0 ? this.#accept(samples.subarray(0, room)) : [];
    return [...accepted, ...this.end(new ApiError("audio_too_long"))];
  }

  /** Turns what was heard so far into a segment, now. */
  finalize(): readonly Effect[] {
    if (this.#phase === "flushing") this.#held.push("finalize");
    if (this.#phase !== "listening") return [];
    if (this.#isFresh) return [{ type: "flushed" }];
    this.#isFlushAsked = true;
    this.#phase = "flushing";
    return [{ type: "end" }];
  }

  /** Forgets what was heard and belongs to no segment yet. */
  clear(): readonly Effect[] {
    if (this.#phase === "flushing") this.#held.push("clear");
    if (this.#phase !== "listening" || this.#isFresh) return [];
    this.#transcript.forget();
    return [...this.#reopen(), ...this.#resume()];
  }

  change(settings: SessionSettings): readonly Effect[] {
    // The prompt alone concerns the recognition.
    const isHeardAlike = isDeepStrictEqual(this.#settings.prompt, settings.prompt);
    this.#settings = settings;
    this.#transcript.change(settings);
    const isReopened = !isHeardAlike && this.#phase === "listening" && this.#isFresh;
    return isReopened ? this.#reopen() : [];
  }

  /** Takes no more audio; the final transcript follows, and an error when it is not the client that ends. */
  end(error?: ApiError): readonly Effect[] {
    if (this.#phase === "ending" || this.#phase === "closed") return [];
    this.#endError = error;
    const isFlushing = this.#phase === "flushing";
    this.#phase = "ending";
    // The recognition that is being flushed was told its end already.
    return isFlushing ? [] : [{ type: "end" }];
  }

  /** Ends because the process does: says so before what `end` does. */
  shutdown(): readonly Effect[] {
    if (this.#phase === "ending" || this.#phase === "closed") return [];
    this.#closeCode = RESTART_CLOSE;
    return [send({ type: "session.ending" }), ...this.end()];
  }

  /** Ends at once, with the transcript of what was told so far. */
  breakOff(): readonly Effect[] {
    return this.#phase === "closed" ? [] : this.#final();
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
    this.#decodedSeconds = this.#offsetSeconds + progress.decodedSeconds;
    this.#quietUntilSeconds = this.#offsetSeconds + progress.nextWordFrom;
    const messages = this.#transcript.hear({
      settled: progress.settled.map(shift),
      tentative: progress.tentative.map(shift),
      nextWordFrom: progress.nextWordFrom + this.#offsetSeconds,
      untilSeconds: this.#decodedSeconds,
      isComplete: progress.finished,
    });
    const effects = messages.map(send);
    if (progress.finished) {
      this.#language.add(progress.isTurkish, progress.decodedSeconds);
      return [...effects, ...this.#finished()];
    }
    return [...effects, ...this.#resume()];
  }

  /** The running recognition has been given nothing. */
  get #isFresh(): boolean {
    return this.receivedSeconds === this.#offsetSeconds;
  }

  #accept(samples: Float32Array): readonly Effect[] {
    this.#receivedSamples += samples.length;
    this.#loudness.add(samples);
    const effects: Effect[] = [{ type: "accept", samples }];
    if (!this.#isPaused && this.#undecodedSeconds() > UNDECODED_SECONDS.pause) {
      this.#isPaused = true;
      effects.push({ type: "pause" });
    }
    return effects;
  }

  #hold(samples: Float32Array): void {
    const last = this.#held.at(-1);
    const gathered = last instanceof GatheredSamples ? last : new GatheredSamples();
    if (gathered !== last) this.#held.push(gathered);
    gathered.append(samples);
  }

  #reopen(): readonly Effect[] {
    this.#offsetSeconds = this.receivedSeconds;
    this.#decodedSeconds = this.receivedSeconds;
    return [{ type: "reopen" }];
  }

  #undecodedSeconds(): number {
    return this.receivedSeconds - this.#decodedSeconds;
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
      else effects.push(...this.audio(one.samples));
    }
    return [...effects, ...(isEnding ? this.end(this.#endError) : []), ...this.#resume()];
  }

  #final(): readonly Effect[] {
    this.#phase = "closed";
    const { isTurkish } = this.#language;
    const { isLoud } = this.#loudness;
    const final = send({
      type: "transcript.final",
      text: this.#transcript.text,
      duration: roundedToMs(this.receivedSeconds),
      segments: this.#transcript.segments,
      ...warningsOf({ words: this.#transcript.words, isTurkish, isLoud }),
      usage: usageOf(this.receivedSeconds),
    });
    const error = this.#endError;
    if (error === undefined) return [final, { type: "close", code: this.#closeCode }];
    return [final, { type: "fail", error }, { type: "close", code: closeCodeOf(error) }];
  }
}

function send(message: ServerMessage): Effect {
  return { type: "send", message };
}
