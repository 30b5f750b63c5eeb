import type { RecognisedWord } from "../../../engine/model/model.ts";
import { REPORT_SECONDS } from "../../../engine/pool/remote-recognition.ts";
import { spelledByPrompt, type Prompt } from "../../../speech/prompt.ts";
import { segmentOf, type TranscriptWord } from "../../../speech/segments.ts";
import { withFigures } from "../../../speech/figures/figures.ts";
import { roundedToMs, timedWord } from "../../../speech/transcript-formats.ts";
import { textOf, writtenWords } from "../../../speech/written-form/written-words.ts";
import type { MessageSegment, ServerMessage } from "../../../contract/sockets/live-stream.ts";

export interface TranscriptSettings {
  readonly interimResults: boolean;
  readonly endpointingMs: number;
  readonly words: boolean;
  /** Whether words have their confidence. */
  readonly withConfidence: boolean;
  /** Whether the numbers of segments are written as figures. */
  readonly withFigures: boolean;
  readonly prompt: Prompt;
}

/** A step of the recognition; times are in seconds from the start of the stream. */
export interface RecognitionStep {
  readonly settled: readonly RecognisedWord[];
  /** Words after the settled ones that may still change. */
  readonly tentative: readonly RecognisedWord[];
  /** No word after the settled ones begins before this. */
  readonly nextWordFrom: number;
  readonly untilSeconds: number;
  /** No words follow these. */
  readonly isComplete: boolean;
}

/** Clients are promised a partial transcript at least this often, in seconds of audio. */
const PROMISED_SECONDS = 0.3;
/** Interval after which an unchanged partial is sent again: the next report could come too late for the promise. */
const UNCHANGED_SECONDS = PROMISED_SECONDS - REPORT_SECONDS.live;

/** Transcript of a live stream: words become partials, and segments at the pauses between them. */
export class LiveTranscript {
  #settings: TranscriptSettings;
  readonly #segments: MessageSegment[] = [];
  readonly #words: TranscriptWord[] = [];
  /** Settled words that belong to no segment yet. */
  #open: RecognisedWord[] = [];
  #tentative: readonly RecognisedWord[] = [];
  #untilSeconds = 0;
  #isSpeaking = false;
  #lastPartial = "";
  /** End of the audio that the last partial covers. */
  #partialUntilSeconds = 0;

  constructor(settings: TranscriptSettings) {
    this.#settings = settings;
  }

  get segments(): readonly MessageSegment[] {
    return this.#segments;
  }

  /** The words of the segments. */
  get words(): readonly TranscriptWord[] {
    return this.#words;
  }

  /** The words that belong to no segment yet, the last of which may still change. */
  get openWords(): readonly TranscriptWord[] {
    return this.#written([...this.#open, ...this.#tentative], false);
  }

  get text(): string {
    return this.#segments.map(({ text }) => text).join(" ");
  }

  change(settings: TranscriptSettings): void {
    this.#settings = settings;
  }

  /** Discards what belongs to no segment yet. */
  forget(): void {
    this.#open = [];
    this.#tentative = [];
    this.#isSpeaking = false;
    this.#lastPartial = "";
  }

  /** Takes a step of the recognition; returns the messages to send. */
  hear({
    settled,
    tentative,
    nextWordFrom,
    untilSeconds,
    isComplete,
  }: RecognitionStep): readonly ServerMessage[] {
    this.#open.push(...settled);
    this.#tentative = tentative;
    this.#untilSeconds = untilSeconds;
    return [
      ...this.#closeSegments(nextWordFrom, isComplete),
      ...this.#speechStarted(),
      ...(isComplete ? [] : this.#partial()),
    ];
  }

  #speechStarted(): readonly ServerMessage[] {
    const first = this.#open[0] ?? this.#tentative[0];
    return this.#isSpeaking || first === undefined ? [] : [this.#speechStartedAt(first)];
  }

  #speechStartedAt(word: RecognisedWord): ServerMessage {
    this.#isSpeaking = true;
    return { type: "speech.started", at: roundedToMs(word.start) };
  }

  /**
   * Closes a segment at every pause that is long enough. Only settled words decide, so that the same audio has the same
   * segments whenever it arrives.
   */
  #closeSegments(nextWordFrom: number, all: boolean): readonly ServerMessage[] {
    const messages: ServerMessage[] = [];
    const pauseMs = this.#settings.endpointingMs;
    let current: RecognisedWord[] = [];
    for (const [index, word] of this.#open.entries()) {
      current.push(word);
      const next = this.#open[index + 1];
      const silenceMs = Math.round(1000 * ((next?.start ?? nextWordFrom) - word.end));
      if (silenceMs >= pauseMs || (all && next === undefined)) {
        messages.push(...this.#closeSegment(current));
        current = [];
      }
    }
    this.#open = current;
    return messages;
  }

  #closeSegment(words: readonly RecognisedWord[]): readonly ServerMessage[] {
    const begun = this.#isSpeaking ? [] : [this.#speechStartedAt(words[0]!)];
    const segment = segmentOf(this.#written(words, true));
    const message: MessageSegment = {
      segment: this.#segments.length,
      start: roundedToMs(segment.start),
      end: roundedToMs(segment.end),
      text: segment.text,
      ...(this.#settings.words && {
        words: segment.words.map((word) => timedWord(word, this.#settings)),
      }),
    };
    this.#segments.push(message);
    this.#words.push(...segment.words);
    this.#isSpeaking = false;
    this.#lastPartial = "";
    return [
      ...begun,
      { type: "transcript.segment", ...message },
      { type: "speech.stopped", at: message.end },
    ];
  }

  #partial(): readonly ServerMessage[] {
    const words = [...this.#open, ...this.#tentative];
    const [first] = words;
    if (!this.#settings.interimResults || first === undefined) return [];
    const text = textOf(this.#written(words, false));
    // While a segment is open, partials also report that nothing has changed.
    const isDue = this.#untilSeconds - this.#partialUntilSeconds >= UNCHANGED_SECONDS;
    if (text === this.#lastPartial && !isDue) return [];
    this.#lastPartial = text;
    this.#partialUntilSeconds = this.#untilSeconds;
    const segment = this.#segments.length;
    const start = roundedToMs(first.start);
    const end = roundedToMs(this.#untilSeconds);
    return [{ type: "transcript.partial", segment, start, end, text }];
  }

  #written(words: readonly RecognisedWord[], isComplete: boolean): readonly TranscriptWord[] {
    const { prompt, withFigures: inFigures } = this.#settings;
    const written = writtenWords(spelledByPrompt(words, prompt), { isComplete });
    // A number that is still being said would become another one with every word.
    return isComplete && inFigures ? withFigures(written) : written;
  }
}
