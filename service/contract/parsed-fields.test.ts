import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { fieldsOfForm } from "../speech/speech-request-fields.ts";
import { parseSpeechRequest } from "../speech/speech-request.ts";
import { parseTranscriptionRequest } from "../speech/transcription-request.ts";
import { SpeechRequestBody } from "./speech.ts";
import { TRANSCRIPTION_FIELDS } from "./transcriptions.ts";

/** What a schema says of the values of a field. */
interface Stated {
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Values at the edges of what a schema allows, inside and outside. */
function edges(schema: TSchema): { readonly good: readonly unknown[]; readonly bad: unknown[] } {
  const stated = schema as Stated;
  const { minimum, maximum, minLength = 0, maxLength, maxItems } = stated;
  if (stated.enum !== undefined) return { good: stated.enum, bad: ["no-such-choice"] };
  if (stated.const !== undefined) return { good: [stated.const], bad: ["no-such-choice"] };
  if (minimum !== undefined && maximum !== undefined) {
    return { good: [minimum, maximum], bad: [minimum - 0.01, maximum + 0.01] };
  }
  if (stated.type === "boolean") return { good: [true, false], bad: ["perhaps"] };
  if (stated.examples !== undefined) return { good: stated.examples, bad: ["no-such-choice"] };
  if (maxLength !== undefined) {
    const bad = ["a".repeat(maxLength + 1), ...(minLength > 0 ? [""] : [])];
    return { good: ["a".repeat(maxLength)], bad };
  }
  if (maxItems !== undefined) {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `pron_${at}`);
    return { good: [[], ids(maxItems)], bad: [ids(maxItems + 1)] };
  }
  return { good: ["any text"], bad: [] };
}

describe("a transcription request is read as described", () => {
  const read = (fields: Readonly<Record<string, unknown>>) =>
    parseTranscriptionRequest(
      new Map(
        Object.entries({ model: "transcribe-1", ...fields }).map(([name, value]) => [
          name,
          [String(value)],
        ]),
      ),
      "alias",
    );
  const { "timestamp_granularities[]": granularities, ...fields } = TRANSCRIPTION_FIELDS;

  test.each(Object.entries<TSchema>(fields))("%s", (name, schema) => {
    const { good, bad } = edges(schema);
    for (const value of good) expect(() => read({ [name]: value })).not.toThrow();
    for (const value of bad) {
      expect(() => read({ [name]: value })).toThrow(expect.objectContaining({ param: name }));
    }
  });

  test("timestamp_granularities", () => {
    const verbose = { response_format: "verbose_json" };
    const { good, bad } = edges(granularities.items);
    for (const value of good) {
      expect(() => read({ ...verbose, timestamp_granularities: value })).not.toThrow();
    }
    expect(() => read({ ...verbose, timestamp_granularities: bad[0] })).toThrow(
      expect.objectContaining({ param: "timestamp_granularities" }),
    );
  });

  test("what is left out has the described value", () => {
    const standard = Object.entries<Stated>(fields).flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, schema.default] as const],
    );
    expect(standard).toHaveLength(3);
    expect(read(Object.fromEntries(standard))).toEqual(read({}));
  });
});

describe("a request for speech is read as described", () => {
  const model = {
    id: "synth-v2",
    sampleRate: 48_000,
    voices: ["ada"],
    can: () => true,
    voiceSpaceRate: 16_000,
  };
  const valid = { input: "Merhaba", voice: "ada" };
  const read = (fields: Readonly<Record<string, unknown>>) =>
    parseSpeechRequest({ fields: { ...valid, ...fields }, referenceFile: undefined }, model);
  // The route looks for the model; a voice and a recording are not stated by their edges.
  const {
    model: _model,
    voice: _voice,
    reference_audio: _audio,
    consent: _consent,
    ...fields
  } = SpeechRequestBody.properties;

  test.each(Object.entries<TSchema>(fields))("%s", (name, schema) => {
    const { good, bad } = edges(schema);
    for (const value of good) expect(() => read({ [name]: value })).not.toThrow();
    for (const value of bad) {
      expect(() => read({ [name]: value })).toThrow(expect.objectContaining({ param: name }));
    }
  });

  test.each(["voice_description", "instructions"] as const)("%s has no parentheses", (name) => {
    const { pattern = "" }: Stated = fields[name];
    expect(pattern).not.toBe("");
    expect("(a)").not.toMatch(new RegExp(pattern));
    expect(() => read({ [name]: "(a)" })).toThrow(expect.objectContaining({ param: name }));
  });

  test("what is left out has the described value", () => {
    const standard = Object.entries<Stated>(fields).flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, schema.default] as const],
    );
    expect(standard).toHaveLength(3);
    expect(read(Object.fromEntries(standard))).toEqual(read({}));
  });

  test("a form has the same values as text", () => {
    const form = new Map([
      ["speed", ["0.5"]],
      ["sample_rate", ["24000"]],
      ["pronunciations", ["[]"]],
    ]);
    expect(read(fieldsOfForm(form))).toEqual(
      read({ speed: 0.5, sample_rate: 24_000, pronunciations: [] }),
    );
  });
});
