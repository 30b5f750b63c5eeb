import { LIMITS } from "../../../contract/limits.ts";
import { ApiError } from "../../../contract/errors.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { codePoints } from "#schema-reader/code-points.ts";
import { closeCodeOf } from "../close-codes.ts";
import type { SpeechServerMessage, Spoken } from "../../../contract/sockets/speech-stream.ts";
import { NORMAL_CLOSE, RESTART_CLOSE } from "../../../contract/sockets/socket.ts";
import { SentenceBuffer } from "./sentence-buffer.ts";

/** An action that the dialogue requests; actions are carried out in order. */
export type SpeechEffect =
  /** Speaks a text as part of the open utterance. */
  | { readonly type: "speak"; readonly text: string; readonly characters: number }
  /** Ends the open utterance; `spoken` is called once it was spoken. */
  | { readonly type: "finish" }
  /** Breaks off every utterance that is not reported yet; `spoken` is called for each. */
  | { readonly type: "cut" }
  | { readonly type: "send"; readonly message: SpeechServerMessage }
  /** Sends an error; `close` follows. */
  | { readonly type: "fail"; readonly error: ApiError }
  /** Pauses or resumes reading from the socket. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "close"; readonly code: number };

/** Reading pauses above the first number of characters that wait to be spoken, and resumes below the second. */
const WAITING_CHARACTERS = { pause: LIMITS.inputCharacters, resume: 1000 };

/**
 * State of one conversation in which text arrives in pieces and is spoken sentence by sentence, without socket, clock or model.
 *
 * Every method takes an event and returns the actions to carry out.
 */
export class SpeechDialogue {
  readonly #buffer = new SentenceBuffer();
  #phase: "open" | "ending" | "closed" = "open";
  /** Close code when everything is spoken. */
  #closeCode = NORMAL_CLOSE;
  /** Whether the text up to a flush is one document, which cannot be divided into sentences. */
  #takesDocuments = false;
  /** Text has come since the last flush. */
  #isMidUtterance = false;
  /** Characters of the incomplete sentence. */
  #openCharacters = 0;
  #waitingCharacters = 0;
  #isPaused = false;
  /** Utterances that are finished but not yet spoken. */
  #unspoken = 0;
  #total: Spoken = { characters: 0, seconds: 0 };

  /** Whether nothing waits to be spoken. */
  get isIdle(): boolean {
    return this.#unspoken === 0 && this.#waitingCharacters === 0;
  }

  /** Text has come since the last flush. */
  get isMidUtterance(): boolean {
    return this.#isMidUtterance;
  }

  /** Sets how the text that follows is divided: into sentences, or as whole documents. */
  takeDocuments(isDocument: boolean): void {
    this.#takesDocuments = isDocument;
  }

  append(text: string): readonly SpeechEffect[] {
    if (this.#phase !== "open" || text === "") return [];
    const characters = codePoints(text);
    if (characters > LIMITS.inputCharacters) return this.#tooLong("One text.append");
    this.#isMidUtterance = true;
    this.#openCharacters += characters;
    this.#buffer.append(text);
    const effects = this.#takesDocuments ? [] : this.#speak(this.#buffer.takeWhole());
    if (this.#openCharacters <= LIMITS.inputCharacters) return effects;
    return this.#tooLong(this.#takesDocuments ? "One document" : "One sentence");
  }

  /** Called when no text has arrived for a moment. */
  quiet(): readonly SpeechEffect[] {
    if (this.#phase !== "open" || this.#takesDocuments) return [];
    return this.#speak(this.#buffer.takeWholeInQuiet());
  }

  flush(): readonly SpeechEffect[] {
    return this.#phase === "open" ? this.#finish() : [];
  }

  /** Discards text that was not spoken yet. */
  clear(): readonly SpeechEffect[] {
    if (this.#phase !== "open") return [];
    this.#buffer.clear();
    this.#openCharacters = 0;
    this.#waitingCharacters = 0;
    return [{ type: "cut" }, ...this.#finish(), ...this.#resume()];
  }

  /** Accepts no more text; the rest is spoken. */
  end(): readonly SpeechEffect[] {
    if (this.#phase !== "open") return [];
    this.#phase = "ending";
    return this.#finish();
  }

  /** Accepts no more text, because the process ends; the rest is spoken. */
  shutdown(): readonly SpeechEffect[] {
    if (this.#phase !== "open") return [];
    this.#closeCode = RESTART_CLOSE;
    return [{ type: "send", message: { type: "session.ending" } }, ...this.end()];
  }

  /** Accepts no more text and cuts the speech off now; the totals of what was spoken follow. */
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

  /** Called when an utterance was spoken, as far as it was not cut. */
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
    const rest = this.#takesDocuments ? this.#buffer.takeUndivided() : this.#buffer.takeAll();
    const effects = this.#speak(rest);
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
