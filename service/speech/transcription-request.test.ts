import { describe, expect, test } from "vitest";
import { parseTranscriptionRequest } from "./transcription-request.ts";

function parse(fields: Readonly<Record<string, readonly string[]>>) {
  return parseTranscriptionRequest(new Map(Object.entries(fields)), "whisper-1");
}

describe("parseTranscriptionRequest", () => {
  test("needs a model alone", () => {
    const plain = { format: "json", temperature: 0, withWords: false };
    expect(parse({ model: ["transcribe-1"] })).toEqual(plain);
    expect(parse({ model: ["whisper-1"], language: ["tr"], anything: ["else"] })).toEqual(plain);
  });

  test("reads words when asked for", () => {
    const fields = {
      model: ["transcribe-1"],
      response_format: ["verbose_json"],
      timestamp_granularities: ["segment", "word"],
      temperature: ["0.5"],
    };
    expect(parse(fields)).toEqual({ format: "verbose_json", temperature: 0.5, withWords: true });
  });

  test.each([
    ["model", [], "invalid_request"],
    ["model", ["whisper-2"], "model_not_found"],
    ["response_format", ["xml"], "bad_response_format"],
    ["response_format", ["toString"], "bad_response_format"],
    ["temperature", ["1.5"], "bad_temperature"],
    ["temperature", ["warm"], "bad_temperature"],
    ["temperature", [""], "bad_temperature"],
    ["timestamp_granularities", ["word"], "invalid_request"],
    ["language", ["en"], "invalid_request"],
    ["prompt", ["Ankara"], "invalid_request"],
    ["stream", ["true"], "invalid_request"],
  ])("refuses %s=%j with %s", (param, values, code) => {
    const refused = () => parse({ model: ["transcribe-1"], [param]: values });
    expect(refused).toThrow(expect.objectContaining({ code, param }));
  });
});
