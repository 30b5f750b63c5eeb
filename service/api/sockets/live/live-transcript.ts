import type { RecognisedWord } from "../../../engine/model/model.ts";
import { spelledByPrompt, type Prompt } from "../../../speech/prompt.ts";
import { segmentOf, type Segment, type TranscriptWord } from "../../../speech/segments.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { textOf, writtenWords } from "../../../speech/written-form/written-words.ts";
import type { MessageSegment, ServerMessage } from "../../../contract/sockets/live-stream.ts";

export interface TranscriptSettings {
  readonly interimResults: boolean;
  readonly endpointingMs: number;
  readonly words: boolean;
  readonly prompt: Prompt;
}

/** What was heard anew, in seconds from the stream's beginning. */
export interface RecognitionStep {
  readonly settled: readonly RecognisedWord[];
  /** Words behind the settled ones that may still change. */
  readonly tentative: readonly RecognisedWord[];
  readonly untilSeconds: number;
  /** No words follow these. */
  readonly isComplete: boolean;
}

/** How long after a pause a model may still owe the end of its last word before the word is taken as it is. */
const OVERDUE_SECONDS = 0.3;
/** After how much audio an unchanged partial is sent again. */
const UNCHANGED_SECONDS = 0.15;

/** What is being said on a live stream: words become partials, and segments at the pauses between them. */
export class LiveTranscript {
  #settings: TranscriptSettings;
  readonly #segments: MessageSegment[] = [];
  /** Settled words that belong to no segment yet. */
  #open: RecognisedWord[] = [];
  #tentative: readonly RecognisedWord[] = [];
  #untilSeconds = 0;
  #isSpeaking = false;
  #lastPartial = "";
  /** How far the last partial had heard. */
  #partialUntilSeconds = 0;

  constructor(settings: TranscriptSettings) {
    this.#settings = settings;
  }

  get segments(): readonly MessageSegment[] {
    return this.#segments;
  }

  get text(): string {
    return this.#segments.map(({ text }) => text).join(" ");
  }

  /** A word is kept open through a whole pause: it would keep its segment open until the next word. */
  get isOverdue(): boolean {
    const last = this.#tentative.at(-1);
    if (last === undefined) return false;
    const silenceSeconds = this.#untilSeconds - last.end;
    return silenceSeconds >= this.#settings.endpointingMs / 1000 + OVERDUE_SECONDS;
  }

  change(settings: TranscriptSettings): void {
    this.#settings = settings;
  }

  /** Forgets what belongs to no segment yet. */
  forget(): void {
    this.#open = [];
    this.#tentative = [];
    this.#isSpeaking = false;
    this.#lastPartial = "";
  }

  /** Takes what was heard anew; returns what there is to tell of it. */
  hear({
    settled,
    tentative,
    untilSeconds,
    isComplete,
  }: RecognitionStep): readonly ServerMessage[] {
    this.#open.push(...settled);
    this.#tentative = tentative;
    this.#untilSeconds = untilSeconds;
    const begun = this.#speechStarted();
    const segments = this.#closeSegments(isComplete);
    return [...begun, ...segments, ...(isComplete ? [] : this.#partial())];
  }

  #speechStarted(): readonly ServerMessage[] {
    const first = this.#open[0] ?? this.#tentative[0];
    return this.#isSpeaking || first === undefined ? [] : [this.#speechStartedAt(first)];
  }

  #speechStartedAt(word: RecognisedWord): ServerMessage {
    this.#isSpeaking = true;
    return { type: "speech.started", at: roundedToMs(word.start) };
  }

  /** Closes a segment at every pause that is long enough and lies behind settled words. */
  #closeSegments(all: boolean): readonly ServerMessage[] {
    const messages: ServerMessage[] = [];
    const pauseSeconds = this.#settings.endpointingMs / 1000;
    let current: RecognisedWord[] = [];
    for (const [index, word] of this.#open.entries()) {
      current.push(word);
      const next = this.#open[index + 1] ?? this.#tentative[0];
      const silenceUntil = next?.start ?? this.#untilSeconds;
      const isLast = all && index === this.#open.length - 1;
      if (isLast || silenceUntil - word.end >= pauseSeconds) {
        messages.push(...this.#closeSegment(segmentOf(this.#written(current, true))));
        if (next !== undefined) messages.push(this.#speechStartedAt(next));
        current = [];
      }
    }
    this.#open = current;
    return messages;
  }

  #closeSegment(segment: Segment): readonly ServerMessage[] {
    const message: MessageSegment = {
      segment: this.#segments.length,
      start: roundedToMs(segment.start),
      end: roundedToMs(segment.end),
      text: segment.text,
      ...(this.#settings.words && { words: segment.words.map(messageWord) }),
    };
    this.#segments.push(message);
    this.#isSpeaking = false;
    this.#lastPartial = "";
    return [
      { type: "transcript.segment", ...message },
      { type: "speech.stopped", at: message.end },
    ];
  }

  #partial(): readonly ServerMessage[] {
    const words = [...this.#open, ...this.#tentative];
    const [first] = words;
    if (!this.#settings.interimResults || first === undefined) return [];
    const text = textOf(this.#written(words, false));
    // While a segment is open, a client hears that nothing has changed, too.
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
    return writtenWords(spelledByPrompt(words, this.#settings.prompt), { isComplete });
  }
}

function messageWord({ text, start, end }: TranscriptWord) {
  return { word: text, start: roundedToMs(start), end: roundedToMs(end) };
}
