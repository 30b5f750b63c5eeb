import { describe, expect, test } from "vitest";
import { modelLoading } from "../engine/admission/engine-error.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import { ApiError } from "../contract/errors.ts";
import { read, readTexts } from "../contract/read.ts";
import { SpeechRequestBody } from "../contract/speech.ts";
import {
  checkTimes,
  findSpeechModel,
  parseSpeechRequest,
  type SpeechModel,
} from "./speech-request.ts";

const NO_TIMES = { words: false, characters: false };

const v1 = {
  id: "synth-v1",
  sampleRate: 24_000,
  voices: [{ name: "deniz", gender: "female" as const }],
  can: () => false,
  voiceSpaceRate: undefined,
  unready: modelLoading("synth-v1"),
};
const v2 = {
  id: "synth-v2",
  sampleRate: 48_000,
  voices: [
    { name: "ada", gender: "female" as const },
    { name: "mert", gender: "male" as const },
  ],
  can: () => true,
  voiceSpaceRate: 16_000,
  unready: modelLoading("synth-v2"),
};
const uncloning = {
  ...v2,
  id: "another",
  can: (capability: string) => capability !== "cloned_voices",
};

const parse = (body: unknown, model: SpeechModel = v2) =>
  parseSpeechRequest({ fields: read(SpeechRequestBody, body), referenceFile: undefined }, model);

function refusalOf(act: () => unknown): readonly [string, string | null] {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.param];
    throw error;
  }
  throw new Error("the request was not refused");
}

const valid = { input: "Merhaba", voice: "ada" };
const base64 = Buffer.from("a recording").toString("base64");
const cloning = { input: "Merhaba", reference_audio: base64, consent: true };

async function bytesOf(recording: Recording): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of recording.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("parseSpeechRequest", () => {
  test("fills in what was left out", () => {
    expect(parse({ input: "Merhaba", voice: "ada", speed: null })).toMatchObject({
      text: "Merhaba",
      characters: 7,
      voice: { speaker: { kind: "built-in", name: "ada" }, ignoredWords: [] },
      output: { format: "mp3", sampleRate: 48_000, transport: "audio", times: NO_TIMES, speed: 1 },
    });
  });

  test("takes a voice as an object and every field of the audio", () => {
    const body = {
      input: "a",
      voice: { id: "mert" },
      response_format: "pcm",
      stream_format: "sse",
      speed: 0.5,
      sample_rate: 22_050,
    };
    expect(parse(body)).toMatchObject({
      voice: { speaker: { name: "mert" } },
      output: { format: "pcm", sampleRate: 22_050, transport: "sse", times: NO_TIMES, speed: 0.5 },
    });
  });

  test("times need a place in the answer", () => {
    const timed = { ...valid, timestamp_granularities: ["word"] };
    expect(refusalOf(() => checkTimes(parse(timed)))).toEqual([
      "invalid_request",
      "timestamp_granularities",
    ]);
    for (const stream_format of ["sse", "json"]) {
      const request = parse({ ...timed, stream_format });
      checkTimes(request);
      expect(request.output.times).toEqual({ words: true, characters: false });
    }
  });

  test("an SSML document has its text without elements, and no direction", () => {
    const input = "<speak>(hızlı) <p>Bir</p><p>iki &amp; üç</p></speak>";
    expect(parse({ ...valid, input_type: "SSML", input })).toMatchObject({
      text: "(hızlı) Bir iki & üç",
      characters: 20,
      hadMarkup: false,
    });
    expect(
      refusalOf(() => parse({ ...valid, input_type: "ssml", input: "a" + "<s/>".repeat(1250) })),
    ).toEqual(["input_too_long", "input"]);
  });

  test("counts characters as code points, the direction among them", () => {
    expect(parse({ input: "𝄞".repeat(5000), voice: "ada" }).characters).toBe(5000);
    expect(parse({ input: "(hızlı) a", voice: "ada" }).characters).toBe(9);
    const long = { input: "a".repeat(5001), voice: "ada" };
    expect(refusalOf(() => parse(long))).toEqual(["input_too_long", "input"]);
  });

  test("a leading (…) directs a model that can be directed and is spoken by another", () => {
    const directed = parse({ input: " (fısıldayarak) evet (belki)", voice: "ada" });
    expect(directed.text).toBe(" evet (belki)");
    expect(directed.voice.manner.breathiness).toBe(1);
    const plain = parse({ input: "(fısıldayarak) evet", voice: "deniz" }, v1);
    expect(plain.text).toBe("(fısıldayarak) evet");
    expect(plain.voice.manner.breathiness).toBe(0);
  });

  test("an empty () directs nothing and is not spoken", () => {
    const { text, voice } = parse({ input: "( ) evet", voice: "ada" });
    expect(text).toBe(" evet");
    expect(voice).toEqual(parse(valid).voice);
  });

  test("instructions change how and not who", () => {
    const { speaker, manner, ignoredWords } = parse({
      ...valid,
      instructions: "yaşlı bir kadın gibi yavaş",
    }).voice;
    expect(speaker).toEqual({ kind: "built-in", name: "ada" });
    expect(manner.paceFactor).toBeLessThan(1);
    expect(ignoredWords).toEqual(["yaşlı", "kadın"]);
  });

  test("a description makes a voice, which may be directed; a voice beside it is not looked at", () => {
    const { speaker, manner } = parse({
      input: "(yavaş) Merhaba",
      voice: "alloy",
      voice_description: "kalın sesli bir erkek",
    }).voice;
    expect(speaker).toMatchObject({ kind: "designed", gender: "male" });
    expect(manner.paceFactor).toBeLessThan(1);
    expect(manner.pitchSemitones).toBeLessThan(0);
  });

  test.each(["voice_description", "instructions"])("a blank %s is none", (field) => {
    expect(parse({ ...valid, [field]: "  " }).voice).toEqual(parse(valid).voice);
  });

  test("200 code points of direction are taken", () => {
    const instructions = `çok yavaş ${"𝄞".repeat(190)}`;
    expect(parse({ ...valid, instructions }).voice.manner.paceFactor).toBeLessThan(1);
  });

  test.each([base64, `data:audio/wav;base64,${base64}`, base64.replace(/=/g, "")])(
    "reads a recording from %s",
    async (reference_audio) => {
      const { speaker } = parse({ ...cloning, reference_audio }).voice;
      if (speaker.kind !== "recording") throw new Error("no recording was read");
      expect(await bytesOf(speaker.recording)).toBe("a recording");
      expect(speaker.sampleRate).toBe(16_000);
    },
  );

  test("takes instructions beside a recording, and a file in a field's place", () => {
    const referenceFile: Recording = { bytes: 3, read: async function* () {} };
    const fields = readTexts(
      SpeechRequestBody,
      new Map([
        ["input", ["Merhaba"]],
        ["consent", ["true"]],
        ["speed", ["1.5"]],
        ["instructions", ["fısıldayarak"]],
      ]),
    );
    const { voice, output } = parseSpeechRequest({ fields, referenceFile }, v2);
    expect(voice.speaker).toMatchObject({ kind: "recording", recording: referenceFile });
    expect(voice.manner.breathiness).toBe(1);
    expect(output.speed).toBe(1.5);
    expect(refusalOf(() => parseSpeechRequest({ fields, referenceFile }, v1))[0]).toBe(
      "unsupported_field",
    );
  });

  test("names a saved voice that has yet to be found", () => {
    expect(parse({ ...valid, voice: "voice_1" }).voice.speaker).toEqual({
      kind: "saved",
      voiceId: "voice_1",
    });
  });

  const described = { ...valid, voice_description: "genç bir kadın" };
  const directed = { ...valid, input: "(sessiz) a" };
  const long = "a".repeat(201);
  test.each([
    [[], "invalid_request", null],
    [{ voice: "ada" }, "invalid_request", "input"],
    [{ ...valid, input: "  " }, "invalid_request", "input"],
    [{ ...valid, input: 5 }, "invalid_request", "input"],
    [{ ...valid, voice: undefined }, "invalid_request", "voice"],
    [{ ...valid, voice: 5 }, "invalid_request", "voice"],
    [{ ...valid, voice: "nobody" }, "unknown_voice", "voice"],
    [{ ...described, instructions: "b" }, "conflicting_fields", "voice_description"],
    [{ ...described, reference_audio: base64 }, "conflicting_fields", "voice_description"],
    [{ ...directed, instructions: "b" }, "conflicting_fields", "instructions"],
    [{ ...valid, input: "() a", instructions: "b" }, "conflicting_fields", "instructions"],
    [{ ...valid, instructions: 5 }, "invalid_instructions", "instructions"],
    [{ ...valid, instructions: "a(b" }, "invalid_instructions", "instructions"],
    [{ ...valid, instructions: long }, "invalid_instructions", "instructions"],
    [{ ...valid, input: `(${long}) a` }, "invalid_instructions", "input"],
    [{ ...valid, input: "(a (b) c) d" }, "invalid_instructions", "input"],
    [{ ...valid, voice_description: long }, "invalid_voice_description", "voice_description"],
    [{ ...valid, voice_description: ["a"] }, "invalid_voice_description", "voice_description"],
    [{ ...valid, voice_description: "a)" }, "invalid_voice_description", "voice_description"],
    [{ ...cloning, consent: undefined }, "consent_required", "consent"],
    [{ ...cloning, consent: false }, "consent_required", "consent"],
    [{ ...cloning, consent: "true" }, "consent_required", "consent"],
    [{ ...cloning, reference_audio: 5 }, "invalid_reference", "reference_audio"],
    [{ ...cloning, reference_audio: "Ağ!" }, "invalid_reference", "reference_audio"],
    [{ ...cloning, reference_audio: "data:audio/wav,a" }, "invalid_reference", "reference_audio"],
    [{ ...valid, pronunciations: {} }, "invalid_pronunciations", "pronunciations"],
    [{ ...valid, response_format: "ogg" }, "invalid_request", "response_format"],
    [{ ...valid, stream_format: "raw" }, "invalid_request", "stream_format"],
    [{ ...valid, input_type: "html" }, "invalid_request", "input_type"],
    [{ ...valid, input_type: "ssml", input: "<a" }, "invalid_request", "input"],
    [{ ...valid, timestamp_granularities: ["line"] }, "invalid_request", "timestamp_granularities"],
    [{ ...valid, sample_rate: 11_025 }, "invalid_request", "sample_rate"],
    [{ ...valid, sample_rate: "8000" }, "invalid_request", "sample_rate"],
    [{ ...valid, sample_rate: 44_100, response_format: "opus" }, "invalid_request", "sample_rate"],
    [{ ...valid, speed: 5 }, "invalid_request", "speed"],
  ])("refuses %j with %s", (body, code, param) => {
    expect(refusalOf(() => parse(body))).toEqual([code, param]);
  });

  test.each([
    ["instructions", "hızlı"],
    ["voice_description", "genç"],
    ["reference_audio", base64],
    ["consent", false],
    ["voice", "voice_0"],
  ])("a model that speaks with its own voices alone refuses %s", (field, value) => {
    const body = { input: "a", voice: "deniz", [field]: value };
    expect(refusalOf(() => parse(body, v1))).toEqual(["unsupported_field", field]);
  });

  test("a model that cannot clone refuses a recording", () => {
    expect(refusalOf(() => parse(cloning, uncloning))).toEqual([
      "unsupported_field",
      "reference_audio",
    ]);
  });

  test("a recording over 10 MB is refused", () => {
    const max = Buffer.alloc(10 * 1024 * 1024);
    expect(parse({ ...cloning, reference_audio: max.toString("base64") })).toBeDefined();
    const reference_audio = Buffer.alloc(max.length + 1).toString("base64");
    expect(refusalOf(() => parse({ ...cloning, reference_audio }))).toEqual([
      "reference_too_large",
      "reference_audio",
    ]);
  });

  test("OpenAI's names of voices stand for the model's", () => {
    const voiceOf = (voice: string) => parse({ input: "a", voice }).voice.speaker;
    expect(voiceOf("alloy")).toEqual({ kind: "built-in", name: "ada" });
    expect(voiceOf("Onyx")).toEqual({ kind: "built-in", name: "mert" });
    const own = { ...v2, voices: [...v2.voices, { name: "alloy", gender: "male" } as const] };
    const named = parse({ input: "a", voice: "alloy" }, own).voice.speaker;
    expect(named).toEqual({ kind: "built-in", name: "alloy" });
  });

  test("instructions are as long as OpenAI's where the model is called as theirs", () => {
    const instructions = "Talk like a pirate (slowly). ".repeat(100);
    const { voice } = parse({ ...valid, model: "gpt-4o-mini-tts", instructions });
    expect(voice.ignoredWords.length).toBeGreaterThan(0);
    expect(refusalOf(() => parse({ ...valid, model: "synth-v2", instructions }))).toEqual([
      "invalid_instructions",
      "instructions",
    ]);
  });

  test("pcm has 24,000 Hz, unless another rate is asked for", () => {
    const rateOf = (fields: object) => parse({ ...valid, ...fields }).output.sampleRate;
    expect(rateOf({ response_format: "pcm" })).toBe(24_000);
    expect(rateOf({ response_format: "PCM", sample_rate: 48_000 })).toBe(48_000);
    expect(rateOf({ response_format: "wav" })).toBe(48_000);
  });

  test("messages list what there is", () => {
    expect(() => parse({ input: "a", voice: "nobody" })).toThrow(/ada, mert/);
    const opus = { ...valid, sample_rate: 22_050, response_format: "opus" };
    expect(() => parse(opus)).toThrow(/8000, 16000, 24000, 48000 with opus/);
  });
});

describe("findSpeechModel", () => {
  const models = [v1, v2];
  const both = {
    defaultOf: () => v2,
    named: (_task: string, name: string) => models.find(({ id }) => id === name),
    namesOf: () => models.map(({ id }) => id),
  };

  test("finds the one that is named, or the default", () => {
    expect(findSpeechModel({ model: "synth-v1" }, both)).toBe(v1);
    expect(findSpeechModel({}, both)).toBe(v2);
    expect(refusalOf(() => findSpeechModel({ model: "tts-1" }, both))).toEqual([
      "unknown_model",
      "model",
    ]);
    expect(() => findSpeechModel({ model: "x" }, both)).toThrow(/synth-v1, synth-v2/);
  });

  test("waits for one that has not loaded yet, or that there is not yet", () => {
    const loading = { ...v2, voices: [] };
    expect(() => findSpeechModel({}, { ...both, defaultOf: () => loading })).toThrow(
      "The model synth-v2 is starting.",
    );
    expect(() => findSpeechModel({}, { ...both, defaultOf: () => undefined })).toThrow(
      expect.objectContaining({ code: "model_loading" }),
    );
  });
});
