import { LIMITS } from "../../../contract/limits.ts";
import { ApiError } from "../../../contract/errors.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { codePoints } from "../../../contract/schema.ts";
import { closeCodeOf } from "../close-codes.ts";
import type { SpeechServerMessage, Spoken } from "../../../contract/sockets/speech-stream.ts";
import { RESTART_CLOSE } from "../../../contract/sockets/socket.ts";
import { SentenceBuffer } from "./sentence-buffer.ts";

/** What the dialogue wants done, in this order. */
export type SpeechEffect =
  /** Speaks a text as a part of the utterance that is open. */
  | { readonly type: "speak"; readonly text: string; readonly characters: number }
  /** Ends the utterance that is open; once it was spoken, `spoken` is told of it. */
  | { readonly type: "finish" }
  /** Breaks off every utterance that was not told of, each with a `spoken` of its own. */
  | { readonly type: "cut" }
  | { readonly type: "send"; readonly message: SpeechServerMessage }
  /** Ends with an error: its message, then the socket's end. */
  | { readonly type: "fail"; readonly error: ApiError }
  /** Stops reading from the socket, or goes on with it. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "close"; readonly code: number };

/** With more characters than this waiting to be spoken nothing more is read; with less than the other, it is. */
const WAITING_CHARACTERS = { pause: LIMITS.inputCharacters, resume: 1000 };
const NORMAL_CLOSE = 1000;

/**
 * One conversation in which text comes bit by bit and is spoken sentence by sentence, without socket, clock or model.
 *
 * Every method takes what happened and returns what is to be done.
 */
export class SpeechDialogue {
  readonly #buffer = new SentenceBuffer();
  #phase: "open" | "ending" | "closed" = "open";
  /** What the socket is closed with when all is spoken. */
  #closeCode = NORMAL_CLOSE;
  /** Text has come since the last flush. */
  #isMidUtterance = false;
  /** Characters of the sentence that is not whole yet. */
  #openCharacters = 0;
  #waitingCharacters = 0;
  #isPaused = false;
  /** Utterances that are finished but not yet spoken. */
  #unspoken = 0;
  #total: Spoken = { characters: 0, seconds: 0 };

  /** Nothing was said that is yet to be spoken. */
  get isIdle(): boolean {
    return this.#unspoken === 0 && this.#waitingCharacters === 0;
  }

  /** Text has come since the last flush. */
  get isMidUtterance(): boolean {
    return this.#isMidUtterance;
  }

  append(text: string): readonly SpeechEffect[] {
    if (this.#phase !== "open" || text === "") return [];
    const characters = codePoints(text);
    if (characters > LIMITS.inputCharacters) return this.#tooLong("One text.append");
    this.#isMidUtterance = true;
    this.#openCharacters += characters;
    this.#buffer.append(text);
    const effects = this.#speak(this.#buffer.takeWhole());
    return this.#openCharacters > LIMITS.inputCharacters ? this.#tooLong("One sentence") : effects;
  }

  /** Nothing has come for a moment. */
  quiet(): readonly SpeechEffect[] {
    return this.#phase === "open" ? this.#speak(this.#buffer.takeWholeInQuiet()) : [];
  }

  flush(): readonly SpeechEffect[] {
    return this.#phase === "open" ? this.#finish() : [];
  }

  /** Takes back what was not spoken yet. */
  clear(): readonly SpeechEffect[] {
    if (this.#phase !== "open") return [];
    this.#buffer.clear();
    this.#openCharacters = 0;
    this.#waitingCharacters = 0;
    return [{ type: "cut" }, ...this.#finish(), ...this.#resume()];
  }

  /** Takes no more text; the rest is spoken. */
  end(): readonly SpeechEffect[] {
    if (this.#phase !== "open") return [];
    this.#phase = "ending";
    return this.#finish();
  }

  /** Takes no more text, because the process ends; the rest is spoken. */
  shutdown(): readonly SpeechEffect[] {
    if (this.#phase !== "open") return [];
    this.#closeCode = RESTART_CLOSE;
    return [{ type: "send", message: { type: "session.ending" } }, ...this.end()];
  }

  /** Takes no more text, and breaks off what is spoken later than now; the sums of what was spoken follow. */
  breakOff(): readonly SpeechEffect[] {
    if (this.#phase === "closed") return [];
    this.#waitingCharacters = 0;
    return [...this.end(), { type: "cut" }];
  }

  fail(error: ApiError): readonly SpeechEffect[] {
    if (this.#phase === "closed") return [];
    this.#phase = "closed";
    return [{ type: "cut" }, { type: "fail", error }, { type: "close", code: closeCodeOf(error) }];
  }

  begun(characters: number): readonly SpeechEffect[] {
    this.#waitingCharacters = Math.max(0, this.#waitingCharacters - characters);
    return this.#resume();
  }

  /** An utterance was spoken, as far as it was not cut. */
  spoken(utterance: Spoken): readonly SpeechEffect[] {
    if (this.#phase === "closed") return [];
    this.#unspoken -= 1;
    const { characters, seconds } = this.#total;
    this.#total = {
      ...this.#total,
      ...utterance,
      characters: characters + utterance.characters,
      seconds: seconds + utterance.seconds,
    };
    if (this.#phase !== "ending" || this.#unspoken > 0) {
      const flushed = { ...utterance, seconds: roundedToMs(utterance.seconds) };
      return [{ type: "send", message: { type: "audio.flushed", ...flushed } }];
    }
    this.#phase = "closed";
    const total = { ...this.#total, seconds: roundedToMs(this.#total.seconds) };
    return [
      { type: "send", message: { type: "audio.done", ...total } },
      { type: "close", code: this.#closeCode },
    ];
  }

  #finish(): readonly SpeechEffect[] {
    const effects = this.#speak(this.#buffer.takeAll());
    this.#isMidUtterance = false;
    this.#unspoken += 1;
    return [...effects, { type: "finish" }];
  }

  #speak(texts: readonly string[]): readonly SpeechEffect[] {
    const effects = texts.map((text) => ({
      type: "speak" as const,
      text,
      characters: codePoints(text),
    }));
    const sum = effects.reduce((characters, effect) => characters + effect.characters, 0);
    this.#openCharacters -= sum;
    this.#waitingCharacters += sum;
    if (this.#isPaused || this.#waitingCharacters <= WAITING_CHARACTERS.pause) return effects;
    this.#isPaused = true;
    return [...effects, { type: "pause" }];
  }

  #tooLong(what: string): readonly SpeechEffect[] {
    const message = `${what} has more than ${LIMITS.inputCharacters} characters.`;
    return this.fail(new ApiError("input_too_long", message, "text"));
  }

  #resume(): readonly SpeechEffect[] {
    if (!this.#isPaused || this.#waitingCharacters >= WAITING_CHARACTERS.resume) return [];
    this.#isPaused = false;
    return [{ type: "resume" }];
  }
}
