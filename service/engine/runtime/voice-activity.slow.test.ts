import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Manifest } from "../model/manifest.ts";
import type { SpeechRules } from "../segmented/speech-detector.ts";
import { SpeechSegments, type SpeechSegment } from "../segmented/speech-segments.ts";
import { loadSherpa } from "./sherpa.ts";
import { loadVoiceActivity } from "./voice-activity.ts";
import { casesOf } from "../../../test/support/lengths.ts";

const RATE = 16_000;
const folder = fileURLToPath(new URL("../../../fixtures/models/voice-activity", import.meta.url));
const sherpa = await loadSherpa("sherpa-offline-transcriber");
const defaults = { threshold: 0.5, least_speech_seconds: 0.1, least_pause_seconds: 0.7 };

const describing = (file: string | undefined, sampleRate = RATE): Manifest => ({
  id: "any",
  kind: "sherpa-offline-transcriber",
  task: "transcription",
  sample_rate: sampleRate,
  files: file === undefined ? {} : { voice_activity: file },
  licence: "MIT",
  made_with: {},
  measured: {},
  sha256: {},
  rest: {},
});
const rulesOf = (file: string, fields = {}) =>
  loadVoiceActivity(sherpa, folder, describing(file), { ...defaults, ...fields });

const seconds = (count: number) => Math.round(count * RATE);
const tone = (loudness: number, count: number, quietAt = Infinity) =>
  Float32Array.from({ length: seconds(count) }, (_, at) => {
    const isQuiet = Math.abs(at - seconds(quietAt)) < seconds(0.03);
    return (isQuiet ? 0.6 : 1) * loudness * Math.sin((2 * Math.PI * 100 * at) / RATE);
  });
// The models of the tests take it for speech where its root mean square is above 0.05.
const loud = (count: number, quietAt?: number) => tone(0.2, count, quietAt);
const quiet = (count: number) => tone(0.05, count);
const silence = (count: number) => new Float32Array(seconds(count));

function segmentsOf(
  rules: SpeechRules | undefined,
  parts: readonly Float32Array[],
  pieceSamples = seconds(1),
): SpeechSegment[] {
  const segments = new SpeechSegments(RATE, 10, rules);
  const found: SpeechSegment[] = [];
  for (const part of parts) {
    for (let at = 0; at < part.length; at += pieceSamples) {
      segments.accept(part.subarray(at, at + pieceSamples));
      found.push(...segments.takeClosed());
    }
  }
  segments.end();
  segments.close();
  return [...found, ...segments.takeClosed()];
}

const inSeconds = (segments: readonly SpeechSegment[]) =>
  segments.map(({ start, samples }) => [start, start + samples.length / RATE] as const);

describe.each(casesOf(["v5.onnx"], ["v4.onnx"]))("a detector in Silero's form, %s", (file) => {
  it("finds speech between pauses, and nothing in silence", () => {
    const found = inSeconds(
      segmentsOf(rulesOf(file)(), [silence(2), loud(1.5), silence(2), loud(1), silence(2)]),
    );
    expect(found).toHaveLength(2);
    const [[first, firstEnd], [second, secondEnd]] = found as [[number, number], [number, number]];
    expect(first).toBeCloseTo(1.65, 0);
    expect(firstEnd).toBeCloseTo(3.9, 0);
    expect(second).toBeCloseTo(5.15, 0);
    expect(secondEnd).toBeCloseTo(6.9, 0);
    expect(segmentsOf(rulesOf(file)(), [silence(5)])).toEqual([]);
  });

  it("alone says what is speech: a hum is where it is loud enough for the threshold", () => {
    // Without a detector, what is as loud all through is a hum.
    expect(segmentsOf(undefined, [loud(3)])).toEqual([]);
    expect(segmentsOf(rulesOf(file)(), [loud(3)])).toHaveLength(1);
    expect(segmentsOf(rulesOf(file)(), [quiet(3)])).toEqual([]);
    expect(segmentsOf(rulesOf(file, { threshold: 0.2 })(), [quiet(3)])).toHaveLength(1);
  });

  it("keeps to the least pause and the least speech", () => {
    const parts = [loud(1), silence(1), loud(1), silence(2), loud(0.4), silence(2)];
    const count = (fields: object) => segmentsOf(rulesOf(file, fields)(), parts).length;
    expect(count({})).toBe(3);
    expect(count({ least_pause_seconds: 1.5 })).toBe(2);
    expect(count({ least_speech_seconds: 0.8 })).toBe(2);
  });

  it("begins a segment before the first sound, however long speech has to be", () => {
    const rules = rulesOf(file, { least_speech_seconds: 1.5 })();
    const found = inSeconds(segmentsOf(rules, [silence(3), loud(2), silence(2)]));
    const [[start, end]] = found as [[number, number]];
    expect(start).toBeGreaterThan(2.4);
    expect(start).toBeLessThan(2.9);
    expect(end).toBeGreaterThan(5);
  });

  it("loses nothing between segments where the least pause is short", () => {
    const rules = rulesOf(file, { least_pause_seconds: 0.1 })();
    const found = inSeconds(segmentsOf(rules, [loud(1), silence(0.5), loud(1), silence(1)]));
    expect(found).toHaveLength(2);
    const [[, firstEnd], [second]] = found as [[number, number], [number, number]];
    expect(firstEnd).toBeGreaterThan(1);
    expect(second).toBeGreaterThanOrEqual(firstEnd);
    expect(second).toBeLessThan(1.5);
  });

  it("finds the same whatever pieces the audio comes in, and after others used it", () => {
    const open = rulesOf(file);
    const parts = [silence(0.333), loud(2), silence(1.5), loud(12, 8), silence(1)];
    const whole = segmentsOf(open(), parts);
    expect(whole).toHaveLength(3);
    for (const piece of [137, 512, 4_000]) expect(segmentsOf(open(), parts, piece)).toEqual(whole);
  });

  it("cuts speech without a pause where it is quietest, for as long as it goes on", () => {
    const found = segmentsOf(rulesOf(file)(), [loud(180, 8)]);
    expect(inSeconds(found)[0]?.[1]).toBeCloseTo(8, 1);
    for (const { samples } of found) expect(samples.length / RATE).toBeLessThanOrEqual(10);
    const length = found.reduce((sum, { samples }) => sum + samples.length, 0);
    expect(length / RATE).toBeCloseTo(180, 0);
  });

  it("hears several at once, each by itself, and nothing once it is closed", () => {
    const open = rulesOf(file);
    const [one, other] = [open(), open()].map((rules) => new SpeechSegments(RATE, 10, rules));
    one!.accept(loud(1));
    other!.accept(silence(1));
    expect([one!.openFrom, other!.openFrom]).toEqual([0, undefined]);
    other!.close();
    other!.close();
    other!.accept(loud(2));
    expect(other!.openFrom).toBeUndefined();
  });
});

describe("loadVoiceActivity", () => {
  it("gives no rules where a model has no detector", () => {
    expect(loadVoiceActivity(sherpa, folder, describing(undefined), undefined)()).toBeUndefined();
  });

  it.each([
    [
      "settings without a detector",
      () => loadVoiceActivity(sherpa, folder, describing(undefined), defaults),
      "model.json: voice_activity is there, but files.voice_activity is missing",
    ],
    [
      "another rate",
      () => loadVoiceActivity(sherpa, folder, describing("v5.onnx", 8_000), defaults),
      "model.json: sample_rate is 8000, but v5.onnx hears 16000",
    ],
    [
      "another network",
      () => loadVoiceActivity(sherpa, `${folder}/../tone-vits`, describing("model.onnx"), defaults),
      "model.onnx: is not Silero's detector, or is damaged: it has the inputs x, x_length, noise_scale, length_scale, noise_scale_w, sid; the detector has input, sr, h, c or input, state, sr",
    ],
    [
      "no network",
      () => loadVoiceActivity(sherpa, `${folder}/../tone-vits`, describing("tokens.txt"), defaults),
      "tokens.txt: is not Silero's detector, or is damaged: it has the inputs (none);",
    ],
  ])("refuses %s in one line", (_title, load, message) => {
    expect(load).toThrow(message);
  });
});
