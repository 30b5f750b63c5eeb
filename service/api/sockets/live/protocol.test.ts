import { describe, expect, test } from "vitest";
import { ApiError } from "../../../contract/errors.ts";
import { NO_PROMPT } from "../../../speech/prompt.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import { changedFields, readClientMessage, readStreamQuery, streamParameters } from "./protocol.ts";
import { closeCodeOf } from "../close-codes.ts";

const MODELS = ["transcribe-1", "whisper-1"];
const query = (text: string) =>
  streamParameters(readStreamQuery(new URLSearchParams(text)), MODELS);
const defaults = query("");

describe("the parameters in an address", () => {
  test("has a default for everything and ignores what it does not know", () => {
    expect(query("token=st_a&utm=b")).toEqual({
      model: "transcribe-1",
      encoding: "s16le",
      sampleRate: 16_000,
      channels: 1,
      interimResults: true,
      endpointingMs: 800,
      words: false,
      withConfidence: false,
      withFigures: false,
      prompt: NO_PROMPT,
    });
  });

  test("reads every parameter", () => {
    const all =
      "model=whisper-1&encoding=mulaw&sample_rate=8000&channels=2&language=tr&interim_results=false&endpointing_ms=500&words=true&word_confidence=true&smart_format=true&prompt=Kadik%C3%B6y";
    expect(query(all)).toEqual({
      model: "whisper-1",
      encoding: "mulaw",
      sampleRate: 8000,
      channels: 2,
      interimResults: false,
      endpointingMs: 500,
      words: true,
      withConfidence: true,
      withFigures: true,
      prompt: expect.objectContaining({ phrases: ["kadiköy"] }),
    });
  });

  test.each([
    ["model=nova", "model_not_found", "model"],
    ["encoding=opus", "invalid_request", "encoding"],
    ["sample_rate=96000", "invalid_request", "sample_rate"],
    ["sample_rate=1e4", "invalid_request", "sample_rate"],
    ["channels=0", "invalid_request", "channels"],
    ["language=en", "invalid_request", "language"],
    ["words=yes", "invalid_request", "words"],
    ["word_confidence=true", "invalid_request", "word_confidence"],
    ["smart_format=often", "invalid_request", "smart_format"],
    ["endpointing_ms=5", "invalid_request", "endpointing_ms"],
  ])("refuses %s", (text, code, param) => {
    expect(() => query(text)).toThrow(expect.objectContaining({ code, param }));
  });
});

describe("a message of a client", () => {
  const standard = readStreamQuery(new URLSearchParams());
  const parse = (text: string) => {
    const message = readClientMessage(text);
    if (message.type !== "config") return message;
    const parameters = streamParameters(changedFields(standard, message), MODELS);
    return { type: message.type, parameters };
  };

  test("a config changes what it names", () => {
    expect(parse('{"type":"config","sample_rate":48000,"words":true}')).toEqual({
      type: "config",
      parameters: { ...defaults, sampleRate: 48_000, words: true },
    });
  });

  test.each(["finalize", "keepalive", "end"])("reads %s", (type) => {
    expect(parse(JSON.stringify({ type }))).toEqual({ type });
  });

  test.each([
    ["{", "invalid_json"],
    ["5", "invalid_json"],
    ['{"type":"stop"}', "invalid_request"],
    ['{"type":"config","channels":"two"}', "invalid_request"],
  ])("refuses %s", (text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }));
  });
});

test("an error says what a response would say", () => {
  const error = new ApiError("model_loading");
  expect(errorMessage(error, "req_1")).toMatchObject({
    type: "error",
    error: { code: "model_loading", request_id: "req_1", retry_after: 10, param: null },
  });
  expect(closeCodeOf(error)).toBe(4503);
});
