import { describe, expect, it } from "vitest";
import { samplesIn, silence, voice } from "../../../test/support/service/voice-sounds.ts";
import { advanceSegments, SegmentRecognition } from "./segment-recognition.ts";

const RATE = 16_000;

/** A recognition that hears one unsure word in each segment, its number among all that were transcribed. */
function recognition() {
  const heard: { readonly seconds: number; readonly hasEnded: boolean }[] = [];
  const one = new SegmentRecognition(
    { sampleRate: RATE, maxSeconds: 20 },
    async ({ start, samples }, hasEnded) => {
      heard.push({ seconds: samples.length / RATE, hasEnded });
      const word = { text: `word${heard.length}`, start, end: start + 0.2, confidence: 0.1 };
      return { words: [word] };
    },
  );
  const hear = async (samples: Float32Array, isLive = true) => {
    for (let at = 0; at < samples.length; at += samplesIn(0.1)) {
      one.accept(samples.subarray(at, at + samplesIn(0.1)));
      const onTheWay = { everySeconds: isLive ? 0.2 : 60, heard: () => undefined };
      await advanceSegments([{ recognition: one, onTheWay }]);
    }
  };
  const texts = () => one.words.map(({ text }) => text);
  return { one, heard, hear, texts };
}

describe("SegmentRecognition", () => {
  it("shows the words of a segment in its pause, and settles them when it ends without hearing it again", async () => {
    const { one, heard, hear, texts } = recognition();
    await hear(voice(2));
    expect(texts()).toEqual([]);
    await hear(silence(0.6));
    const inPause = heard.length;
    expect(heard.filter(({ hasEnded }) => hasEnded)).toEqual([
      { seconds: expect.closeTo(2.4, 1) as number, hasEnded: true },
    ]);
    expect([texts(), one.settledWords]).toEqual([[`word${inPause}`], 0]);
    await hear(silence(1));
    expect(heard).toHaveLength(inPause);
    expect([texts(), one.settledWords]).toEqual([[`word${inPause}`], 1]);
  });

  it("hears a segment again whose speech went on after a pause", async () => {
    const { one, heard, hear } = recognition();
    await hear(voice(2));
    await hear(silence(0.6));
    const before = heard.length;
    await hear(voice(1));
    await hear(silence(1));
    expect(one.settledWords).toBe(1);
    expect(heard.slice(before).at(-1)).toEqual({
      seconds: expect.closeTo(4, 1) as number,
      hasEnded: true,
    });
  });

  it("hears each segment of a recording once", async () => {
    const { heard, hear } = recognition();
    await hear(voice(2), false);
    await hear(silence(2), false);
    await hear(voice(1), false);
    await hear(silence(2), false);
    expect(heard.map(({ hasEnded }) => hasEnded)).toEqual([true, true]);
  });
});
