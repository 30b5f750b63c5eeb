import { isDeepStrictEqual } from "node:util";
import { LIMITS } from "../../../contract/limits.ts";
import { GatheredSamples } from "../../../engine/audio/samples.ts";
import { wordLater, type RecognisedWord } from "../../../engine/model/model.ts";
import type { Progress } from "../../../engine/process/protocol.ts";
import { ApiError } from "../../../contract/errors.ts";
import { LanguageVotes } from "../../../engine/model/language-votes.ts";
import { Loudness } from "../../../speech/loudness.ts";
import { roundedToMs, usageOf } from "../../../speech/transcript-formats.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import { warningsOf } from "../../../speech/warnings.ts";
import { LiveTranscript, type TranscriptSettings } from "./live-transcript.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import { NORMAL_CLOSE, RESTART_CLOSE } from "../../../contract/sockets/socket.ts";
import { closeCodeOf } from "../close-codes.ts";

/** An action that the session requests; actions are carried out in order. */
export type Effect =
  | { readonly type: "send"; readonly message: ServerMessage }
  /** Sends an error; `close` follows. */
  | { readonly type: "fail"; readonly error: ApiError }
  /** Gives samples to the recognition. */
  | { readonly type: "accept"; readonly samples: Float32Array }
  /** Tells the recognition that no samples follow. */
  | { readonly type: "end" }
  /** Opens a new recognition in place of one that has finished or is no longer needed. */
  | { readonly type: "reopen" }
  /** Reports that everything before a `finalize` was sent; one for each `finalize`. */
  | { readonly type: "flushed" }
  /** Pauses or resumes reading from the socket. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "close"; readonly code: number };

export interface SessionSettings extends TranscriptSettings {
  /** Sample rate of the received audio in Hz. */
  readonly sampleRate: number;
}

/** Reading pauses above the first amount of undecoded audio and resumes below the second. */
const UNDECODED_SECONDS = { pause: 10, resume: 3 };

/**
 * State of one live transcription, from the first audio to the final transcript, without socket, clock or model.
 *
 * Every method takes an event and returns the actions to carry out.
 */
export class LiveSession {
  #settings: SessionSettings;
  #phase: "listening" | "flushing" | "ending" | "closed" = "listening";
  /** Close code after the final transcript, if there is no error. */
  #closeCode = NORMAL_CLOSE;
  /** Sent after the final transcript. */
  #endError: ApiError | undefined;
  /** Input that arrived while the last recognition was finishing. */
  #held: (GatheredSamples | "finalize" | "clear")[] = [];
  /** Whether the recognition is finishing because of a `finalize`. */
  #isFlushRequested = false;
  /** Counted in samples, because sums of seconds are not exact. */
  #receivedSamples = 0;
  /** Start of the running recognition within the stream. */
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

  /** Words of the segments that were sent. */
  get words(): readonly TranscriptWord[] {
    return this.#transcript.words;
  }

  get openWords(): readonly TranscriptWord[] {
    return this.#transcript.openWords;
  }

  /** No unsent word begins before this, in seconds from the start of the stream. */
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

  /** Ends the segment of the audio received so far. */
  finalize(): readonly Effect[] {
    if (this.#phase === "flushing") this.#held.push("finalize");
    if (this.#phase !== "listening") return [];
    if (this.#isFresh) return [{ type: "flushed" }];
    this.#isFlushRequested = true;
    this.#phase = "flushing";
    return [{ type: "end" }];
  }

  /** Discards audio that belongs to no segment yet. */
  clear(): readonly Effect[] {
    if (this.#phase === "flushing") this.#held.push("clear");
    if (this.#phase !== "listening" || this.#isFresh) return [];
    this.#transcript.forget();
    return [...this.#reopen(), ...this.#resume()];
  }

  change(settings: SessionSettings): readonly Effect[] {
    // Only the prompt affects the recognition.
    const isHeardAlike = isDeepStrictEqual(this.#settings.prompt, settings.prompt);
    this.#settings = settings;
    this.#transcript.change(settings);
    const isReopened = !isHeardAlike && this.#phase === "listening" && this.#isFresh;
    return isReopened ? this.#reopen() : [];
  }

  /** Accepts no more audio; the final transcript follows, and an error if it is not the client that ends. */
  end(error?: ApiError): readonly Effect[] {
    if (this.#phase === "ending" || this.#phase === "closed") return [];
    this.#endError = error;
    const isFlushing = this.#phase === "flushing";
    this.#phase = "ending";
    // A recognition that is being flushed was already ended.
    return isFlushing ? [] : [{ type: "end" }];
  }

  /** Ends because the process does: announces that, then does the same as `end`. */
  shutdown(): readonly Effect[] {
    if (this.#phase === "ending" || this.#phase === "closed") return [];
    this.#closeCode = RESTART_CLOSE;
    return [send({ type: "session.ending" }), ...this.end()];
  }

  /** Ends at once, with the transcript of what was sent so far. */
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
    const shift = (word: RecognisedWord) => wordLater(word, this.#offsetSeconds);
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

  /** Whether the running recognition has received no audio. */
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
    const flushed: readonly Effect[] = this.#isFlushRequested ? [{ type: "flushed" }] : [];
    this.#isFlushRequested = false;
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
