import { describe, expect, test } from "vitest";
import { Refusal } from "./refusal.ts";
import { findSpeechModel, parseSpeechRequest } from "./speech-request.ts";

const v1 = { id: "synth-v1", sampleRate: 24_000, voices: ["deniz"] };
const v2 = { id: "synth-v2", sampleRate: 48_000, voices: ["ada", "mert"] };

function refusalOf(body: unknown, model = v2): readonly [string, string | null] {
  try {
    parseSpeechRequest(body, findSpeechModel(body, [v1, v2], model) ?? model);
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.param];
    throw error;
  }
  throw new Error("the request was not refused");
}

describe("parseSpeechRequest", () => {
  test("fills in what was left out", () => {
    expect(parseSpeechRequest({ input: "Merhaba", voice: "ada" }, v2)).toEqual({
      model: v2,
      input: "Merhaba",
      voice: "ada",
      format: "mp3",
      speed: 1,
    });
  });

  test("takes a voice as an object and every field it knows", () => {
    const body = {
      input: "a",
      voice: { id: "mert" },
      response_format: "pcm",
      speed: 0.5,
      sample_rate: 48_000,
    };
    expect(parseSpeechRequest(body, v2)).toMatchObject({
      voice: "mert",
      format: "pcm",
      speed: 0.5,
    });
  });

  test("counts characters as code points", () => {
    expect(parseSpeechRequest({ input: "𝄞".repeat(5000), voice: "ada" }, v2).voice).toBe("ada");
    expect(refusalOf({ input: "a".repeat(5001), voice: "ada" })).toEqual([
      "input_too_long",
      "input",
    ]);
  });

  test("a leading (…) is plain text on the first generation", () => {
    expect(parseSpeechRequest({ input: "(şaka) evet", voice: "deniz" }, v1).input).toBe(
      "(şaka) evet",
    );
  });

  const valid = { input: "Merhaba", voice: "ada" };
  test.each([
    [[], "invalid_request", null],
    [{ voice: "ada" }, "invalid_request", "input"],
    [{ ...valid, input: "  " }, "invalid_request", "input"],
    [{ ...valid, input: 5 }, "invalid_request", "input"],
    [{ ...valid, model: "tts-1" }, "unknown_model", "model"],
    [{ ...valid, voice: undefined }, "invalid_request", "voice"],
    [{ ...valid, voice: "alloy" }, "unknown_voice", "voice"],
    [{ ...valid, voice: "voice_0" }, "unknown_saved_voice", "voice"],
    [{ ...valid, model: "synth-v1", instructions: "hızlı" }, "unsupported_field", "instructions"],
    [{ ...valid, model: "synth-v1", voice: "voice_0" }, "unsupported_field", "voice"],
    [
      { ...valid, voice_description: "a", instructions: "b" },
      "conflicting_fields",
      "voice_description",
    ],
    [{ ...valid, input: "(sessiz) a", instructions: "b" }, "conflicting_fields", "instructions"],
    [{ ...valid, instructions: 5 }, "invalid_instructions", "instructions"],
    [{ ...valid, instructions: "a(b" }, "invalid_instructions", "instructions"],
    [
      { ...valid, voice_description: "a".repeat(201) },
      "invalid_voice_description",
      "voice_description",
    ],
    [{ ...valid, instructions: "hızlı" }, "invalid_request", "instructions"],
    [{ ...valid, pronunciations: [] }, "invalid_request", "pronunciations"],
    [{ ...valid, input: "(sessiz) a" }, "invalid_request", "input"],
    [{ ...valid, response_format: "ogg" }, "invalid_request", "response_format"],
    [{ ...valid, stream_format: "sse" }, "invalid_request", "stream_format"],
    [{ ...valid, sample_rate: 8000 }, "invalid_request", "sample_rate"],
    [{ ...valid, speed: 5 }, "invalid_request", "speed"],
  ])("refuses %j with %s", (body, code, param) => {
    expect(refusalOf(body)).toEqual([code, param]);
  });

  test("a message lists what there is", () => {
    expect(() => parseSpeechRequest({ input: "a", voice: "alloy" }, v2)).toThrow(/ada, mert/);
    expect(() => findSpeechModel({ model: "x" }, [v1, v2], v2)).toThrow(/synth-v1, synth-v2/);
  });
});
