import { describe, expect, it } from "vitest";
import { samplesIn, silence, voice } from "../../../test/support/service/voice-sounds.ts";
import { StreamedRecognition, type SegmentStream } from "./streamed-recognition.ts";

const RATE = 16_000;
const seconds = samplesIn;

/** Hears a word in each whole second of its segment. */
class SecondsHeard implements SegmentStream {
  readonly isReady = false;
  readonly start: number;
  accepted = 0;
  hasEnded = false;

  constructor(start: number) {
    this.start = start;
  }

  accept(samples: Float32Array): void {
    this.accepted += samples.length;
  }

  end(): void {
    this.hasEnded = true;
  }

  get words() {
    return Array.from({ length: Math.floor(this.accepted / RATE) }, (_, second) => {
      const start = this.start + second;
      return { text: `word${second}`, start, end: start + 1, confidence: 1 };
    });
  }
}

function recognition(maxSeconds = 20) {
  const streams: SecondsHeard[] = [];
  const one = new StreamedRecognition({ sampleRate: RATE, maxSeconds }, (start) => {
    const stream = new SecondsHeard(start);
    streams.push(stream);
    return stream;
  });
  const hear = (samples: Float32Array, isLive = true) => {
    for (let at = 0; at < samples.length; at += seconds(0.1)) {
      one.accept(samples.subarray(at, at + seconds(0.1)));
      one.takeIn(Infinity);
      one.settleEnded(isLive);
    }
  };
  return { one, streams, hear };
}

describe("StreamedRecognition", () => {
  it("opens no stream for silence", () => {
    const { one, streams, hear } = recognition();
    hear(silence(5));
    expect(streams).toEqual([]);
    expect(one.decodedSeconds).toBeCloseTo(5);
    expect(one.nextWordFrom).toBeGreaterThan(4);
  });

  it("tells words while they are spoken, and settles them after a pause", () => {
    const { one, streams, hear } = recognition();
    hear(silence(1));
    hear(voice(2.5));
    expect(one.words).toHaveLength(2);
    expect(one.settledWords).toBe(0);
    hear(silence(1.5));
    expect(one.settledWords).toBe(one.words.length);
    expect(streams).toHaveLength(1);
    expect(streams[0]!.hasEnded).toBe(true);
    hear(voice(1));
    expect(streams).toHaveLength(2);
  });

  it("feeds a segment once, whatever pieces the audio comes in", () => {
    const { one, streams, hear } = recognition();
    const audio = voice(3, 1.5);
    hear(audio);
    expect(streams[0]!.accepted).toBe(audio.length);
    one.end();
    one.takeIn(Infinity);
    one.settleEnded(true);
    expect(streams[0]!.accepted).toBe(audio.length);
    expect(one.settledWords).toBe(3);
  });

  it("tells nothing of an open segment to whom does not wait for it", () => {
    const { one, hear } = recognition();
    hear(voice(3), false);
    expect(one.words).toEqual([]);
  });

  it("cuts long speech where it is quietest, and tells each word once", () => {
    const { one, streams, hear } = recognition(10);
    hear(voice(15.5, 8));
    hear(silence(1.5));
    expect(streams).toHaveLength(2);
    expect(streams[1]!.start).toBeCloseTo(8, 1);
    const starts = one.words.map(({ start }) => Math.round(start));
    expect(new Set(starts).size).toBe(starts.length);
    expect(one.settledWords).toBe(one.words.length);
  });
});
