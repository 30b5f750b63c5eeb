import { describe, expect, test } from "vitest";
import { inputTrackOf, tracksToHear } from "./input-tracks.ts";

describe("a line of the log", () => {
  test.each([
    ["  Stream #0:1(tur): Audio: aac (LC), 16000 Hz, mono, fltp", { language: "tur" }],
    [
      "  Stream #0:0[0x1](und): Audio: aac (LC) (mp4a / 0x6134706D), 48000 Hz, stereo, fltp, 35 kb/s (default)",
      { language: undefined },
    ],
    ["  Stream #0:0: Audio: mp3, 44100 Hz, mono, fltp, 64 kb/s", { language: undefined }],
    [
      "  Stream #0:0[0x100]: Audio: mp2 ([3][0][0][0] / 0x0003), 48000 Hz, 5.1, fltp",
      { language: undefined },
    ],
    ["  Stream #0:0(eng): Video: h264 (High), yuv420p, 64x64, 25 fps", undefined],
    ["Stream mapping:", undefined],
  ])("%s", (line, track) => {
    expect(inputTrackOf(line)).toEqual(track);
  });
});

describe("the tracks that are heard", () => {
  const heard = (...languages: readonly (string | undefined)[]) =>
    tracksToHear(languages.map((language) => ({ language })));

  test.each([
    ["the only one", ["eng"], [0]],
    ["all, where no language is told", [undefined, undefined], [0, 1]],
    ["all of one language", ["eng", "eng"], [0, 1]],
    ["the Turkish one, wherever it is", ["eng", "tur", undefined], [1]],
    ["the first of languages that are not Turkish", ["eng", "deu"], [0]],
  ])("are %s", (_case, languages, tracks) => {
    expect(heard(...languages)).toEqual(tracks);
  });

  test("are no more than eight", () => {
    expect(heard(...Array.from({ length: 20 }, () => undefined))).toHaveLength(8);
  });
});
