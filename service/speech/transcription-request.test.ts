import { describe, expect, test } from "vitest";
import { readTexts } from "../contract/read.ts";
import { TranscriptionFields } from "../contract/transcriptions.ts";
import { NO_PROMPT } from "./prompt.ts";
import {
  checkSpeakers,
  checkTranscriptionModel,
  checkWordTimes,
  findTranscriptionModel,
  parseTranscriptionRequest,
} from "./transcription-request.ts";

function parse(fields: Readonly<Record<string, readonly string[]>>) {
  const sent = readTexts(TranscriptionFields, new Map(Object.entries(fields)));
  return parseTranscriptionRequest(sent, {
    models: ["transcribe-1", "whisper-1"],
    smartFormats: ["srt"],
  });
}

test("numbers are figures where the request says so, or else the operator for the format", () => {
  const inFigures = (fields: Readonly<Record<string, readonly string[]>>) =>
    parse({ model: ["transcribe-1"], ...fields }).withFigures;
  expect(inFigures({ response_format: ["srt"] })).toBe(true);
  expect(inFigures({ response_format: ["srt"], smart_format: ["false"] })).toBe(false);
  expect(inFigures({ response_format: ["vtt"] })).toBe(false);
  expect(inFigures({ response_format: ["vtt"], smart_format: ["true"] })).toBe(true);
});

describe("parseTranscriptionRequest", () => {
  const plain = {
    model: "transcribe-1",
    format: "json",
    temperature: 0,
    withWords: false,
    withConfidence: false,
    prompt: NO_PROMPT,
    isStreamed: false,
    isSeparate: false,
    withSpeakers: false,
    withFigures: false,
  };

  test("needs a model alone", () => {
    expect(parse({ model: ["transcribe-1"] })).toEqual(plain);
    expect(parse({ model: ["whisper-1"], language: ["tr"], anything: ["else"] })).toEqual({
      ...plain,
      model: "whisper-1",
    });
  });

  test("reads words when asked for", () => {
    const fields = {
      model: ["transcribe-1"],
      response_format: ["verbose_json"],
      timestamp_granularities: ["segment", "word"],
      temperature: ["0.5"],
    };
    const options = { format: "verbose_json", temperature: 0.5, withWords: true };
    expect(parse(fields)).toEqual({ ...plain, ...options });
    const confident = parse({ ...fields, word_confidence: ["true"] });
    expect(confident).toEqual({ ...plain, ...options, withConfidence: true });
  });

  test("reads the words to prefer, and whether sentences are sent as they are heard", () => {
    const { prompt, isStreamed } = parse({
      model: ["transcribe-1"],
      prompt: ["Kadıköy"],
      stream: ["true"],
    });
    expect(prompt.phrases).toEqual(["kadıköy"]);
    expect(isStreamed).toBe(true);
    expect(parse({ model: ["transcribe-1"], stream: ["false"], prompt: [" "] })).toEqual(plain);
  });

  test("takes fields as common clients write them", () => {
    const blank = { language: [""], temperature: [""], response_format: [""], prompt: [""] };
    expect(parse({ model: ["transcribe-1"], ...blank })).toEqual(plain);
    for (const language of ["tr", "tr-TR", "TR", "Turkish", "auto"]) {
      expect(parse({ model: ["transcribe-1"], language: [language] })).toEqual(plain);
    }
    expect(parse({ model: ["transcribe-1"], stream: ["True"] }).isStreamed).toBe(true);
    expect(parse({ model: ["transcribe-1"], response_format: ["SRT"] }).format).toBe("srt");
  });

  test("tells speakers apart for diarized_json alone", () => {
    const fields = { model: ["transcribe-1"], response_format: ["diarized_json"] };
    expect(parse(fields)).toEqual({ ...plain, format: "diarized_json", withSpeakers: true });
    const canNone = { id: "transcribe-1", can: () => false };
    expect(() => checkSpeakers(canNone, "response_format")).toThrow(
      expect.objectContaining({ code: "unsupported_field", param: "response_format" }),
    );
    expect(() => checkSpeakers({ ...canNone, can: () => true }, "response_format")).not.toThrow();
  });

  test("channels are separate where the format has a place for them", () => {
    const fields = { model: ["transcribe-1"], channels: ["separate"] };
    expect(parse(fields)).toEqual({ ...plain, isSeparate: true });
    expect(parse({ ...fields, response_format: ["verbose_json"] }).isSeparate).toBe(true);
    for (const response_format of ["diarized_json", "srt", "vtt", "text"]) {
      const invalid = { ...fields, response_format: [response_format] };
      expect(() => parse(invalid)).toThrow(expect.objectContaining({ param: "channels" }));
    }
    expect(() => parse({ ...fields, stream: ["true"] })).toThrow(
      expect.objectContaining({ param: "channels" }),
    );
  });

  test.each(["verbose_json", "diarized_json", "srt", "vtt"])("streams no %s", (format) => {
    const fields = { model: ["transcribe-1"], stream: ["true"], response_format: [format] };
    expect(() => parse(fields)).toThrow(expect.objectContaining({ param: "stream" }));
  });

  test.each([
    ["model", [], "invalid_request"],
    ["model", ["whisper-2"], "model_not_found"],
    ["response_format", ["xml"], "bad_response_format"],
    ["response_format", ["toString"], "bad_response_format"],
    ["temperature", ["1.5"], "bad_temperature"],
    ["temperature", ["warm"], "bad_temperature"],
    ["timestamp_granularities", ["word"], "invalid_request"],
    ["word_confidence", ["true"], "invalid_request"],
    ["channels", ["both"], "invalid_request"],
    ["language", ["en"], "invalid_request"],
    ["stream", ["yes"], "invalid_request"],
  ])("refuses %s=%j with %s", (param, values, code) => {
    const refused = () => parse({ model: ["transcribe-1"], [param]: values });
    expect(refused).toThrow(expect.objectContaining({ code, param }));
  });
});

test("a model that does not know the times of words is refused for the field that needs them", () => {
  const model = (able: readonly string[]) => ({
    id: "whisper-1",
    can: (capability: string) => able.includes(capability),
  });
  expect(() => checkWordTimes(model(["word_times"]), "words")).not.toThrow();
  expect(() => checkWordTimes(model(["speakers"]), "words")).toThrow(
    expect.objectContaining({
      code: "unsupported_field",
      param: "words",
      message: "whisper-1 does not say when each word was spoken; it knows the times of segments.",
    }),
  );
});

test("a model is refused that does not exist, and one that has not loaded yet is waited for", () => {
  expect(() => checkTranscriptionModel("b", ["a", "b"])).not.toThrow();
  expect(() => checkTranscriptionModel("c", ["a", "b"])).toThrow(
    expect.objectContaining({
      code: "model_not_found",
      param: "model",
      message: 'The model "c" does not exist; there are a, b.',
    }),
  );
  expect(() => findTranscriptionModel("a", { named: () => undefined })).toThrow(
    expect.objectContaining({ code: "model_loading" }),
  );
});
