import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../test/support/lengths.ts";
import { WavError } from "#monitor/domain/wav-header.ts";
import { readSound, COLUMNS, type Sound } from "./sound.ts";
import { drawSpectrogram, measureSpectrogram, shadeOf, SPECTROGRAM } from "./spectrogram.ts";
import { drawWaveform, measureWaveform } from "./waveform.ts";

const ROW_HZ = 62.5;

function soundOf(
  rateHz: number,
  seconds: number,
  sampleAt: (seconds: number, channel: number) => number,
  channels = 1,
): Sound {
  const frames = Math.round(rateHz * seconds);
  const samples = Int16Array.from({ length: frames * channels }, (_, at) => {
    const value = Math.round(sampleAt(Math.floor(at / channels) / rateHz, at % channels) * 32_768);
    return Math.max(-32_768, Math.min(32_767, value));
  });
  return { sampleRateHz: rateHz, channels, frames, samples };
}

const tone =
  (hertz: number, amplitude = 0.5) =>
  (at: number) =>
    amplitude * Math.sin(2 * Math.PI * hertz * at);

const loudestRow = (levels: Float64Array): number => levels.indexOf(Math.max(...levels));

test.each(casesOf([16_000], [24_000, 44_100, 48_000]))(
  "a sine of 1 kHz stands in the row of 1 kHz, as loud as it is, at %i Hz",
  async (rateHz) => {
    const columns = await measureSpectrogram(soundOf(rateHz, 1, tone(1000, 0.1)), 1);
    expect(columns).toHaveLength(COLUMNS);
    const middle = columns[COLUMNS / 2]!;
    expect(Math.abs(loudestRow(middle) * ROW_HZ - 1000)).toBeLessThanOrEqual(ROW_HZ);
    expect(Math.abs(Math.max(...middle) - -20)).toBeLessThan(1.5);
    // What lies far from it is silence.
    expect(Math.max(...middle.slice(32))).toBeLessThan(SPECTROGRAM.floorDecibels + 20);
  },
);

shortTest("at 16 kHz it is the sixteenth row, and a tone of 6 kHz the ninety-sixth", async () => {
  for (const [hertz, row] of [
    [1000, 16],
    [6000, 96],
  ] as const) {
    const columns = await measureSpectrogram(soundOf(16_000, 0.5, tone(hertz)), 0.5);
    expect(
      columns
        .map(loudestRow)
        .slice(10, -10)
        .every((one) => one === row),
    ).toBe(true);
  }
});

shortTest("what half the sample rate cuts off is empty", async () => {
  const [column] = await measureSpectrogram(soundOf(8000, 1, tone(1000)), 1);
  expect(column!.slice(64).every((level) => level === -Infinity)).toBe(true);
});

shortTest("silence is empty in both pictures", async () => {
  const silence = soundOf(16_000, 1, () => 0);
  const levels = await measureSpectrogram(silence, 1);
  expect(levels.every((column) => column.every((level) => shadeOf(level) === 0))).toBe(true);
  const waveform = await measureWaveform(silence, 1);
  expect(waveform.every(({ low, high, isClipped }) => low === 0 && high === 0 && !isClipped)).toBe(
    true,
  );
});

shortTest("a waveform reaches as far as its sound, in the columns where it is", async () => {
  const sound = soundOf(16_000, 2, (at) => (at < 1 ? 0 : tone(200, 0.5)(at)));
  const columns = await measureWaveform(sound, 2);
  expect(columns.slice(0, COLUMNS / 2).every(({ high }) => high === 0)).toBe(true);
  const loud = columns.slice(COLUMNS / 2 + 4);
  expect(Math.max(...loud.map(({ high }) => high))).toBeCloseTo(0.5, 2);
  expect(Math.min(...loud.map(({ low }) => low))).toBeCloseTo(-0.5, 2);
});

shortTest("clipped sound is marked, a peak that only touches the limit is not", async () => {
  const clipped = await measureWaveform(soundOf(16_000, 1, tone(200, 1.5)), 1);
  expect(clipped.filter(({ isClipped }) => isClipped).length).toBeGreaterThan(COLUMNS / 2);
  expect(drawWaveform(clipped)).toMatch(/M\d+\.5 0\.0v64\.0[^/]*stroke="#d9483b"/);
  const whole = await measureWaveform(soundOf(16_000, 1, tone(200, 0.99)), 1);
  expect(whole.some(({ isClipped }) => isClipped)).toBe(false);
  const touch = soundOf(16_000, 1, (at) => (at === 0.5 ? 1 : 0));
  expect((await measureWaveform(touch, 1)).some(({ isClipped }) => isClipped)).toBe(false);
});

shortTest("of two channels the one that is clipped is seen", async () => {
  const sound = soundOf(48_000, 0.5, (at, channel) => (channel === 0 ? 0 : tone(200, 2)(at)), 2);
  expect((await measureWaveform(sound, 0.5)).some(({ isClipped }) => isClipped)).toBe(true);
});

shortTest("a recording that is shorter than its picture leaves the rest free", async () => {
  const sound = soundOf(16_000, 1, tone(1000));
  expect(await measureWaveform(sound, 4)).toHaveLength(COLUMNS / 4);
  const columns = await measureSpectrogram(sound, 4);
  expect(columns).toHaveLength(COLUMNS / 4);
  const rows = rowsOf(drawSpectrogram(columns));
  expect(rows).toHaveLength(128);
  expect(rows.every((row) => row.length === COLUMNS)).toBe(true);
  expect(rows.every((row) => row.subarray(COLUMNS / 4).every((pixel) => pixel === 0))).toBe(true);
  const ofTone = rows[128 - 1 - 16]!;
  expect(ofTone[80]).toBeGreaterThan(rows[10]![80]!);
});

const longRecordings = [
  { what: "a long recording", rateHz: 16_000, seconds: 262 },
  { what: "a long one of 48 kHz", rateHz: 48_000, seconds: 87 },
];
longTest.each(longRecordings)(
  "$what gives others a turn every few columns",
  async ({ rateHz, seconds }) => {
    const sound = soundOf(rateHz, seconds, (at) => Math.sin(at * at * 977));
    for (const measure of [measureWaveform, measureSpectrogram]) {
      let [turns, isOver] = [0, false];
      const count = (): void => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      await measure(sound, seconds);
      isOver = true;
      expect(turns).toBeGreaterThanOrEqual(COLUMNS / 8);
    }
  },
);

test.each(casesOf([1], [4_000_000_000]))(
  "a file that declares %i Hz is drawn within bounds",
  async (rate) => {
    const sound = { ...soundOf(16_000, 0.1, tone(1000)), sampleRateHz: rate };
    const seconds = sound.frames / rate;
    expect((await measureSpectrogram(sound, seconds)).length).toBeLessThanOrEqual(COLUMNS);
  },
);

shortTest("what is no WAV file is refused", () => {
  expect(() => readSound(Buffer.from("RIFF"))).toThrow(WavError);
});

/** Reads the rows of a PNG of a byte per pixel. */
function rowsOf(file: Uint8Array): Buffer[] {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf("IDAT");
  const data = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const width = bytes.readUInt32BE(16);
  return Array.from({ length: bytes.readUInt32BE(20) }, (_, row) =>
    data.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)),
  );
}
