import { describe, expect, test } from "vitest";
import { NamedModels, nameProblems, parseModelNames, type ModelNames } from "./model-names.ts";

const model = (id: string, task: "transcription" | "synthesis", isDefault?: true) => ({
  manifest: { id, task, ...(isDefault && { default: isDefault }) },
});
const first = model("first", "transcription");
const second = model("second", "transcription", true);
const voice = model("voice", "synthesis");
const models = [first, second, voice];
const standing = { "transcribe-1": "transcription", "whisper-1": "transcription" } as const;
const withNames = (names: ModelNames) => new NamedModels(models, names, standing);

describe("models are found", () => {
  test("by their ids and the standing names of the default, in a folder without names", () => {
    const named = withNames({});
    expect(named.named("transcription", "first")).toBe(first);
    expect(named.named("transcription", "whisper-1")).toBe(second);
    expect(named.named("transcription", "voice")).toBeUndefined();
    expect(named.named("synthesis", "whisper-1")).toBeUndefined();
    expect(named.namesOf("transcription")).toEqual([
      "first",
      "second",
      "transcribe-1",
      "whisper-1",
    ]);
    expect(named.aliasesOf(first)).toEqual([]);
    expect(named.aliasesOf(second)).toEqual(["transcribe-1", "whisper-1"]);
  });

  test("by the names that the file gives them, which come before ids and standing names", () => {
    const named = withNames({
      names: { "whisper-1": "first", "tts-1": "voice", second: "first" },
      defaults: { transcription: "first" },
    });
    expect(named.named("transcription", "whisper-1")).toBe(first);
    expect(named.named("transcription", "second")).toBe(first);
    expect(named.named("transcription", "transcribe-1")).toBe(first);
    expect(named.defaultOf("transcription")).toBe(first);
    expect(named.named("synthesis", "tts-1")).toBe(voice);
    expect(named.named("transcription", "tts-1")).toBeUndefined();
    expect(named.namesOf("synthesis")).toEqual(["voice", "tts-1"]);
    expect(named.named("transcription", "toString")).toBeUndefined();
  });

  test("by standing names alone where there is no model of the task", () => {
    const none = new NamedModels([voice], {}, standing);
    expect(none.namesOf("transcription")).toEqual(["transcribe-1", "whisper-1"]);
    expect(none.named("transcription", "whisper-1")).toBeUndefined();
  });
});

test("a name that leads nowhere is told, with what there is", () => {
  expect(nameProblems({ names: { "tts-1": "voice" } }, models)).toEqual([]);
  const problems = nameProblems(
    { names: { "tts-1": "voices" }, defaults: { synthesis: "first" } },
    models,
  );
  expect(problems).toEqual([
    'models.json: names.tts-1 is "voices", which is no model; there are: first, second, voice',
    'models.json: defaults.synthesis is "first", which is no model; there are: voice',
  ]);
});

test.each([
  ["{", /^FILE: is not JSON/],
  ["[]", /^FILE: must be object/],
  ['{"alias": {}}', /^FILE: "alias" is not known \(names, defaults\)/],
  ['{"names": {"a": 1}}', /^FILE: names\.a must be string/],
  [
    '{"defaults": {"speech": "a"}}',
    /^FILE: defaults: "speech" is not known \(transcription, synthesis\)/,
  ],
])("a file that holds %s is refused", (source, message) => {
  expect(() => parseModelNames(source, "FILE")).toThrow(message);
});
