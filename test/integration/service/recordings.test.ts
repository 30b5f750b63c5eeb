import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, runsLong, shortTest } from "../../support/lengths.ts";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { openAudio } from "#service/engine/audio/decoding/open-audio.ts";
import { projectRoot } from "../../support/program.ts";
import { describeWithFfmpeg } from "../../support/service/ffmpeg.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import RECORDED_FILES from "./recorded-files.json" with { type: "json" };

const SAMPLE_RATE = 16_000;
const WEATHER = path.join(projectRoot, "fixtures/audio/weather.wav");
const CLIP = path.join(projectRoot, "fixtures/audio/clip.wav");
/** When somebody speaks in the recordings, in seconds, and how long they are. */
const weather = { from: 0.2, until: 4.87, seconds: 5.5 };
const clip = { from: 0.2, until: 8.55, seconds: 9.14 };
/** Codecs put some delay around what they are given. */
const CODEC_SECONDS = 0.15;
const HEARD_ABOVE = 0.02;

let decoder: AudioDecoder;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  decoder = new AudioDecoder();
  directory = await temporaryDirectory("recordings");
});
afterAll(async () => {
  await decoder[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

/** Makes a file with FFmpeg. */
async function made(name: string, ...parameters: readonly string[]): Promise<Buffer> {
  const file = path.join(directory.path, name);
  const { status, stderr } = spawnSync("ffmpeg", ["-v", "error", "-y", ...parameters, file]);
  if (status !== 0) throw new Error(stderr.toString("utf8"));
  return await readFile(file);
}

/** When something is heard in a file, how long it is, and how loud. */
async function heard(bytes: Buffer) {
  async function* read() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  const audio = await openAudio({ bytes: bytes.length, read }, decoder, SAMPLE_RATE);
  const samples: number[] = [];
  const work = { urgency: "short", isAnonymous: false } as const;
  for await (const piece of audio.read(new AbortController().signal, work)) samples.push(...piece);
  const isHeard = (sample: number) => Math.abs(sample) > HEARD_ABOVE;
  return {
    from: samples.findIndex(isHeard) / audio.sampleRate,
    until: samples.findLastIndex(isHeard) / audio.sampleRate,
    seconds: samples.length / audio.sampleRate,
    peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  };
}

/** Says in which of these something is at another place than it should be, or hardly there. */
function faultsOf(
  found: Awaited<ReturnType<typeof heard>>,
  place: typeof weather,
): readonly string[] {
  const misplaced = (["from", "until", "seconds"] as const).filter(
    (what) => Math.abs(found[what] - place[what]) > CODEC_SECONDS,
  );
  const faults = misplaced.map((what) => `${what} ${found[what]} in place of ${place[what]}`);
  return found.peak > 0.4 ? faults : [...faults, `only ${found.peak} loud`];
}

const later = (by: number, { from, until, seconds } = weather) => ({
  from: from + by,
  until: until + by,
  seconds: seconds + by,
});

describeWithFfmpeg("the times of a recording are those of its file", () => {
  const picture = ["-f", "lavfi", "-i", "testsrc=s=64x64:d=12"];
  const sound = ["-itsoffset", "5", "-i", WEATHER, "-map", "0:v", "-map", "1:a"];
  const both = [...picture, ...sound];

  const containers: readonly (readonly [kind: string, codecs: readonly string[]])[] = [
    ["mkv", ["-c:v", "mpeg4", "-c:a", "libopus"]],
    ["mp4", ["-c:v", "mpeg4", "-c:a", "aac"]],
    ["ts", ["-c:v", "mpeg2video", "-c:a", "aac"]],
    ["flv", ["-c:v", "flv", "-c:a", "libmp3lame", "-ar", "22050"]],
    ["asf", ["-c:v", "msmpeg4", "-c:a", "wmav2"]],
  ];
  test.each(casesOf(containers.slice(0, 1), containers.slice(1)))(
    "%s whose sound begins 5 s after its picture",
    async (kind, codecs) => {
      expect(
        faultsOf(await heard(await made(`later.${kind}`, ...both, ...codecs)), later(5)),
      ).toEqual([]);
    },
  );

  longTest("gaps between the times are silence", async () => {
    const paused = ["-i", WEATHER, "-af", "asetpts='PTS+if(gt(T,2),4/TB,0)'", "-c:a", "libopus"];
    const { from, until } = later(4);
    const found = await heard(await made("paused.webm", ...paused));
    expect(found.from).toBeCloseTo(from - 4, 1);
    expect(found.until).toBeCloseTo(until, 1);
  });

  longTest("times below 0 take nothing away", async () => {
    const early = ["-itsoffset", "-3", "-i", WEATHER, "-map", "0:v", "-map", "1:a"];
    const file = await made("early.mkv", ...picture, ...early, "-c:v", "mpeg4", "-c:a", "libopus");
    expect(faultsOf(await heard(file), weather)).toEqual([]);
  });

  longTest.each([
    ["webm", "libopus", "2"],
    ["ogg", "libvorbis", "1"],
    ["mp3", "libmp3lame", "2"],
  ])("two files one after the other in a %s file are both heard", async (kind, codec, channels) => {
    const rate = ["-ar", "24000", "-ac", channels];
    const first = await made(`first.${kind}`, "-i", WEATHER, "-c:a", codec, ...rate);
    const second = await made(`second.${kind}`, "-i", CLIP, "-c:a", codec, "-ar", "16000");
    const found = await heard(Buffer.concat([first, second]));
    expect(faultsOf(found, { ...later(weather.seconds, clip), from: weather.from })).toEqual([]);
  });
});

if (runsLong) {
  describeWithFfmpeg("what is said is heard", () => {
    const silentFirst = [
      "the second track, and the first is silent",
      ["-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono:d=6"],
      [],
    ] as const;
    const turkish = [
      "the Turkish track",
      ["-i", CLIP],
      ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=tur"],
    ] as const;
    longTest.each<typeof turkish | typeof silentFirst>([turkish, silentFirst])(
      "in %s",
      async (_case, first, languages) => {
        const tracks = ["-i", WEATHER, "-map", "0", "-map", "1", ...languages, "-c:a", "aac"];
        const found = await heard(await made("tracks.mkv", ...first, ...tracks));
        expect(faultsOf({ ...found, seconds: weather.seconds }, weather)).toEqual([]);
      },
    );

    longTest("in both channels, of which one is inverted", async () => {
      const inverted = ["-i", WEATHER, "-af", "pan=stereo|c0=c0|c1=-1*c0"];
      const file = await made("inverted.mp3", ...inverted, "-joint_stereo", "0", "-b:a", "128k");
      expect(faultsOf(await heard(file), weather)).toEqual([]);
    });
  });
}

describeWithFfmpeg("recorders' files are read", () => {
  const [first, ...others] = RECORDED_FILES;
  test.each(casesOf([first!], others))("$kind", async ({ name, codec }) => {
    expect(faultsOf(await heard(await made(name, "-i", WEATHER, ...codec)), weather)).toEqual([]);
  });
});

describe("a WAV file", () => {
  longTest("behind an ID3 tag is read", async () => {
    const tag = Buffer.from("ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0004abcd", "latin1");
    expect(faultsOf(await heard(Buffer.concat([tag, await readFile(WEATHER)])), weather)).toEqual(
      [],
    );
  });

  shortTest("of another kind than it says is refused", async () => {
    const nothing = Buffer.concat([
      (await readFile(WEATHER)).subarray(0, 20),
      Buffer.alloc(4000, "neither samples nor a format"),
    ]);
    await expect(heard(nothing)).rejects.toMatchObject({ code: "undecodable_audio" });
  });
});
