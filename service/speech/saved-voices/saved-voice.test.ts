import { expect, test } from "vitest";
import type { ApiError } from "../../contract/errors.ts";
import { isVoiceOf, requireVoiceOf, voiceSpaceOf, type SavedVoice } from "./saved-voice.ts";

const files = { encoder: "encoder.onnx", decoder: "decoder.onnx" };
const model = (id: string, sha256: Readonly<Record<string, string>>) => ({
  id,
  voices: [{ name: "ada", gender: "female", age: "young", pitchHz: 210 } as const],
  manifest: {
    id,
    kind: "a-kind",
    task: "synthesis" as const,
    sample_rate: 48_000,
    files,
    licence: "MIT",
    made_with: {},
    measured: {},
    sha256,
    rest: {},
  },
});

const now = new Date("2026-11-21T10:00:00Z");
const trained = model("synth-v2", { "encoder.onnx": "aa", "decoder.onnx": "bb" });
const again = model("synth-v2", { "encoder.onnx": "aa", "decoder.onnx": "cc" });
const voice: SavedVoice = {
  id: "voice_1",
  name: "Ayşe",
  description: "",
  language: "tr",
  model: "synth-v2",
  voiceSpace: voiceSpaceOf(trained),
  point: [1, 2],
  durationSeconds: 5,
  consentedAt: now,
  consentKeyId: "key_1",
  createdAt: now,
  updatedAt: now,
};

test("a voice belongs to the weights that it was saved for", () => {
  expect(isVoiceOf(voice, trained)).toBe(true);
  expect(isVoiceOf(voice, again)).toBe(false);
  expect(isVoiceOf(voice, model("another", trained.manifest.sha256))).toBe(false);
  requireVoiceOf(voice, trained);
});

test("a model refuses to speak with it as somebody else, and says which voices there are", () => {
  const refusal = expect.objectContaining({
    code: "unknown_voice",
    param: "voice",
    message: expect.stringMatching(/voice_1 .*other weights of synth-v2.*ada/) as string,
  }) as ApiError;
  expect(() => requireVoiceOf(voice, again)).toThrow(refusal);
});

test("another model names the one that the voice was saved for", () => {
  expect(() => requireVoiceOf(voice, model("another", trained.manifest.sha256))).toThrow(
    "The voice voice_1 was saved for synth-v2, and another would speak with another: " +
      "save it again, or choose one of ada.",
  );
});
