/** Pauses and manners of their own within a text: when each begins, and what they change. */

import type { MannerSpan, Pause, SpanManner } from "../model/model.ts";
import { FRAME_SECONDS } from "./acoustic-model.ts";
import type { FrameChange } from "./manner.ts";
import type { Phrase } from "./phrase.ts";
import { FRAME_VALUES } from "./spectrum.ts";

/** Longest piece of silence, in seconds. */
const PIECE_SECONDS = 1;

/** Yields silence in pieces. */
export function* silence(seconds: number, sampleRate: number): Generator<Float32Array> {
  let rest = Math.round(seconds * sampleRate);
  while (rest > 0) {
    const length = Math.min(rest, PIECE_SECONDS * sampleRate);
    yield new Float32Array(length);
    rest -= length;
  }
}

/** Returns where pauses divide sentences. */
export function cutsOf(pauses: readonly Pause[] = []): readonly number[] {
  return pauses.filter(({ seconds }) => seconds > 0).map(({ at }) => at);
}

/** Hands out the pauses of a text in its order. */
export class PauseReader {
  readonly #pauses: readonly Pause[];
  #next = 0;

  constructor(pauses: readonly Pause[] = []) {
    this.#pauses = pauses;
  }

  /** Returns the seconds of the pauses before an offset that were not taken yet; undefined where there is none. */
  takeBefore(offset: number): number | undefined {
    let seconds: number | undefined;
    for (;;) {
      const pause = this.#pauses[this.#next];
      if (pause === undefined || pause.at > offset) return seconds;
      seconds = (seconds ?? 0) + pause.seconds;
      this.#next += 1;
    }
  }
}

/** A span of symbols of a phrase that are spoken in one manner. */
export interface SymbolSpan extends SpanManner {
  readonly firstSymbol: number;
  readonly endSymbol: number;
}

/** Returns the spans of a phrase; each word has what follows it up to the next one. */
export function symbolSpans(
  { words, symbols }: Pick<Phrase, "words" | "symbols">,
  spans: readonly MannerSpan[] = [],
): readonly SymbolSpan[] {
  let at = 0;
  return words.flatMap(({ start, firstSymbol }, place) => {
    while (at < spans.length && spans[at]!.end <= start) at += 1;
    const span = spans[at];
    if (span === undefined || span.start > start) return [];
    const { start: _start, end: _end, ...manner } = span;
    const endSymbol = words[place + 1]?.firstSymbol ?? symbols.length;
    return [{ ...manner, firstSymbol, endSymbol }];
  });
}

/** Returns the speed of each of `count` symbols. */
export function speedsOf(
  count: number,
  spans: readonly SymbolSpan[],
  speed: number,
): readonly number[] {
  const speeds = Array.from({ length: count }, () => speed);
  for (const { firstSymbol, endSymbol, paceFactor } of spans) {
    speeds.fill(speed * paceFactor, firstSymbol, endSymbol);
  }
  return speeds;
}

/**
 * Returns the change of the frames of a phrase, which come piece by piece in order: `changeOf` gives that of each manner, and
 * `edgesSeconds` says when each symbol begins.
 */
export function changeBySpans(
  spans: readonly SymbolSpan[],
  edgesSeconds: readonly number[],
  changeOf: (manner: SpanManner | undefined) => FrameChange,
): FrameChange {
  const frameAt = (symbol: number) => Math.round((edgesSeconds[symbol] ?? 0) / FRAME_SECONDS);
  const ranges = spans.map((span) => ({
    from: frameAt(span.firstSymbol),
    to: frameAt(span.endSymbol),
    change: changeOf(span),
  }));
  const otherwise = changeOf(undefined);
  let first = 0;
  return (frames) => {
    const end = first + frames.length / FRAME_VALUES;
    let at = first;
    const change = (to: number, by: FrameChange) => {
      if (to > at) by(frames.subarray((at - first) * FRAME_VALUES, (to - first) * FRAME_VALUES));
      at = Math.max(at, to);
    };
    for (const { from, to, change: by } of ranges) {
      if (to <= first || from >= end) continue;
      change(Math.min(from, end), otherwise);
      change(Math.min(to, end), by);
    }
    change(end, otherwise);
    first = end;
  };
}

/** A part of a text that is spoken at one pace, and the silence behind it. */
export interface DeliveredPart {
  readonly text: string;
  readonly paceFactor: number;
  readonly silenceSeconds: number;
}

/** Returns, in order, where pauses divide a text and where its pace changes. */
export function partEdges(
  pauses: readonly Pause[] = [],
  spans: readonly MannerSpan[] = [],
): readonly number[] {
  const paced = spans.filter(({ paceFactor }) => paceFactor !== 1);
  const edges = [...cutsOf(pauses), ...paced.flatMap(({ start, end }) => [start, end])];
  return [...new Set(edges)].toSorted((left, right) => left - right);
}

/** Returns the factor of the pace at a UTF-16 offset. */
export function paceAt(spans: readonly MannerSpan[] = [], at: number): number {
  return spans.find(({ start, end }) => start <= at && at < end)?.paceFactor ?? 1;
}

/** Divides a text at its pauses and where the pace changes, for models that speak a text at once, at one pace. */
export function* deliveredParts(
  text: string,
  pauses: readonly Pause[] = [],
  spans: readonly MannerSpan[] = [],
): Generator<DeliveredPart> {
  const ends = [...partEdges(pauses, spans).filter((edge) => edge < text.length), text.length];
  const reader = new PauseReader(pauses);
  let at = 0;
  for (const end of ends) {
    const silenceSeconds = reader.takeBefore(end) ?? 0;
    yield { text: text.slice(at, end), paceFactor: paceAt(spans, at), silenceSeconds };
    at = end;
  }
}
