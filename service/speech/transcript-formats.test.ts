import { describe, expect, test } from "vitest";
import { timestamp } from "./subtitles.ts";
import { TRANSCRIPT_FORMATS } from "./transcript-formats.ts";
import { writtenWords } from "./written-form/written-words.ts";

const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: 0.9 });
const transcript = {
  words: writtenWords(
    [word("iyi", 0.1, 0.4), word("günler", 0.5, 1), word("ankarada", 3600.5, 3601.25)],
    { isComplete: true },
  ),
  durationSeconds: 3602.0004,
};
const options = { temperature: 0, withWords: true, withConfidence: false };
const silence = { words: [], durationSeconds: 2 };

describe("TRANSCRIPT_FORMATS", () => {
  test("json has the text and what it is charged by", () => {
    expect(JSON.parse(TRANSCRIPT_FORMATS.json.render(transcript))).toEqual({
      text: "İyi günler. Ankara'da.",
      usage: { type: "duration", seconds: 3602 },
    });
  });

  test("verbose_json has segments, and words when asked for", () => {
    const verbose = JSON.parse(TRANSCRIPT_FORMATS.verbose_json.render(transcript, options));
    expect(verbose).toMatchObject({ task: "transcribe", language: "turkish", duration: 3602 });
    expect(verbose.words[2]).toEqual({ word: "Ankara'da", start: 3600.5, end: 3601.25 });
    expect(verbose.segments[1]).toMatchObject({ id: 1, start: 3600.5, seek: 360_050, tokens: [] });
    expect(verbose.segments[0].avg_logprob).toBeCloseTo(Math.log(0.9));
    const short = TRANSCRIPT_FORMATS.verbose_json.render(transcript, {
      ...options,
      withWords: false,
    });
    expect(JSON.parse(short)).not.toHaveProperty("words");
  });

  test("words have their confidence where it is asked for", () => {
    const { verbose_json } = TRANSCRIPT_FORMATS;
    const rendered = verbose_json.render(transcript, { ...options, withConfidence: true });
    expect(JSON.parse(rendered).words[2]).toEqual({
      word: "Ankara'da",
      start: 3600.5,
      end: 3601.25,
      confidence: 0.9,
    });
  });

  test("diarized_json has who speaks each segment", () => {
    const speakers = [
      { start: 0, end: 1.5, speaker: 0 },
      { start: 3600, end: 3602, speaker: 1 },
    ];
    const segment = { type: "transcript.text.segment" };
    expect(
      JSON.parse(TRANSCRIPT_FORMATS.diarized_json.render({ ...transcript, speakers })),
    ).toEqual({
      task: "transcribe",
      duration: 3602,
      text: "İyi günler. Ankara'da.",
      segments: [
        { ...segment, id: "seg_0", start: 0.1, end: 1, speaker: "A", text: "İyi günler." },
        { ...segment, id: "seg_1", start: 3600.5, end: 3601.25, speaker: "B", text: "Ankara'da." },
      ],
      usage: { type: "duration", seconds: 3602 },
    });
  });

  test("warnings stand where the speech is not Turkish, and nowhere else", () => {
    const { verbose_json: verbose, diarized_json: diarized } = TRANSCRIPT_FORMATS;
    const fieldsOf = (isTurkish: boolean | undefined) =>
      [
        verbose.render({ ...transcript, isTurkish }, options),
        diarized.render({ ...transcript, isTurkish }),
      ].map((json) => JSON.parse(json).warnings);
    const message = expect.stringContaining("not Turkish");
    const warnings = [{ code: "language_not_turkish", message }];
    expect(fieldsOf(false)).toEqual([warnings, warnings]);
    expect(fieldsOf(true)).toEqual([undefined, undefined]);
    expect(fieldsOf(undefined)).toEqual([undefined, undefined]);
  });

  test("subtitles count past one hour", () => {
    expect(TRANSCRIPT_FORMATS.srt.render(transcript)).toBe(
      "1\n00:00:00,100 --> 00:00:01,000\nİyi günler.\n\n2\n01:00:00,500 --> 01:00:01,250\nAnkara'da.\n",
    );
    expect(TRANSCRIPT_FORMATS.vtt.render(transcript)).toBe(
      "WEBVTT\n\n00:00:00.100 --> 00:00:01.000\nİyi günler.\n\n01:00:00.500 --> 01:00:01.250\nAnkara'da.\n",
    );
    expect(timestamp(59.9996, ",")).toBe("00:01:00,000");
  });

  test("silence is empty in every format", () => {
    expect(TRANSCRIPT_FORMATS.text.render(silence)).toBe("\n");
    expect(TRANSCRIPT_FORMATS.srt.render(silence)).toBe("");
    expect(TRANSCRIPT_FORMATS.vtt.render(silence)).toBe("WEBVTT\n");
    expect(JSON.parse(TRANSCRIPT_FORMATS.verbose_json.render(silence, options)).segments).toEqual(
      [],
    );
  });
});
