import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { read, readFrame, readMessage, readTexts } from "./read.ts";
import { ApiError } from "./errors.ts";
import { changesOf, choice, nothingLeft } from "./schema.ts";

const Schema = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 5, "x-too-long": "input_too_long" }),
  format: choice(["wav", "mp3"], { default: "wav", "x-error": "bad_response_format" }),
  speed: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  count: Type.Optional(Type.Integer({ minimum: 1, "x-param": "how_many" })),
  words: Type.Optional(Type.Array(choice(["word", "segment"]))),
  list: Type.Optional(
    Type.Array(
      Type.Union([Type.String(), Type.Object({ id: Type.String({ "x-trimmed": true }) })]),
      { maxItems: 2, "x-error": "invalid_pronunciations" },
    ),
  ),
  choice: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

function refusalOf(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("read", () => {
  test("fills in defaults, drops unknown fields and nulls that mean absent", () => {
    expect(read(Schema, { text: "a", speed: null, choice: null, other: 1 })).toEqual({
      text: "a",
      format: "wav",
      choice: null,
    });
  });

  test("counts characters as code points", () => {
    expect(read(Schema, { text: "𝄞".repeat(5) }).text).toHaveLength(10);
    expect(refusalOf(() => read(Schema, { text: "👩‍👩‍👧👩‍👩‍👧" })).code).toBe("input_too_long");
  });

  test.each<[unknown, string, string | null, string]>([
    [[], "invalid_request", null, "The body has to be a JSON object."],
    [{}, "invalid_request", "text", "text is missing; it has to be a string of 1 to 5 characters."],
    [
      { text: "" },
      "invalid_request",
      "text",
      'text has to be a string of 1 to 5 characters; got "".',
    ],
    [{ text: "abcdef" }, "input_too_long", "text", "text has 6 characters; at most 5 are taken."],
    [
      { text: "a", format: "ogg" },
      "bad_response_format",
      "format",
      'format has to be one of wav, mp3; got "ogg".',
    ],
    [
      { text: "a", speed: "0.5" },
      "invalid_request",
      "speed",
      'speed has to be a number from 0 to 1; got "0.5".',
    ],
    [
      { text: "a", count: 0 },
      "invalid_request",
      "how_many",
      "count has to be an integer of at least 1; got 0.",
    ],
    [
      { text: "a", list: ["a", { id: 5 }] },
      "invalid_pronunciations",
      "list",
      "list[1].id has to be a string; got 5.",
    ],
    [
      { text: "a", list: ["a", "b", "c"] },
      "invalid_pronunciations",
      "list",
      "list has to be an array of at most 2 items.",
    ],
  ])("refuses %j with %s for %s", (value, code, param, message) => {
    expect(refusalOf(() => read(Schema, value))).toMatchObject({ code, param, message });
  });
});

test("texts are read as the values that they stand for, lists from several", () => {
  const texts = {
    text: ["b"],
    unknown: ["1", "2"],
    speed: ["0.5"],
    count: ["3"],
    words: ["word", "segment"],
    list: ['["x", {"id": " y "}]'],
  };
  expect(readTexts(Schema, new Map(Object.entries(texts)))).toEqual({
    text: "b",
    format: "wav",
    speed: 0.5,
    count: 3,
    words: ["word", "segment"],
    list: ["x", { id: "y" }],
  });
  const blank = new Map([
    ["text", ["a"]],
    ["list", [" "]],
  ]);
  expect(readTexts(Schema, blank)).toEqual({ text: "a", format: "wav" });
});

test("a field that is sent twice and taken once is refused by its name", () => {
  for (const name of ["text", "speed", "list"]) {
    const texts = new Map([
      ["text", ["a"]],
      [name, ["1", "1"]],
    ]);
    expect(refusalOf(() => readTexts(Schema, texts))).toMatchObject({
      code: "invalid_request",
      param: name,
      message: `${name} came more than once; send it once.`,
    });
  }
});

test("a blank text of a form is a field that was left out", () => {
  const blank = ["format", "speed", "count", "words"].map((name): [string, string[]] => [
    name,
    [" "],
  ]);
  const Required = Type.Object({ text: Type.String() });
  expect(readTexts(Schema, new Map([["text", ["a"]], ...blank]))).toEqual(
    readTexts(Schema, new Map([["text", ["a"]]])),
  );
  expect(readTexts(Required, new Map([["text", [""]]]))).toEqual({ text: "" });
});

test.each(["True", "true", "TRUE", "1", "False", "false", "0"])("%j is a boolean", (text) => {
  const Flag = Type.Object({ flag: Type.Boolean({ default: false }) });
  const isTrue = /^(?:true|1)$/i.test(text);
  expect(readTexts(Flag, new Map([["flag", [text]]]))).toEqual({ flag: isTrue });
});

test("capitals count where the schema does not say otherwise", () => {
  const Named = Type.Object({
    any: choice(["wav", "mp3"], { "x-any-case": true }),
    exact: Type.Optional(choice(["wav", "mp3"])),
  });
  expect(read(Named, { any: "WAV" })).toEqual({ any: "wav" });
  expect(refusalOf(() => read(Named, { any: "wav", exact: "WAV" })).param).toBe("exact");
});

test.each(["1e1", "1.5", "two"])("%j is no integer", (count) => {
  const texts = new Map([
    ["text", ["a"]],
    ["count", [count]],
  ]);
  expect(refusalOf(() => readTexts(Schema, texts)).param).toBe("how_many");
});

test("a change has no defaults, and may leave out everything", () => {
  expect(read(changesOf(Schema), {})).toEqual({});
  expect(read(changesOf(Schema), { format: "mp3" })).toEqual({ format: "mp3" });
});

describe("a message of a socket", () => {
  const MESSAGES = { end: Type.Object({ type: Type.Literal("end"), at: Type.Integer() }) };

  test("is read by its type", () => {
    expect(readMessage(MESSAGES, readFrame('{"type":"end","at":1}'))).toEqual({
      type: "end",
      at: 1,
    });
    expect(refusalOf(() => readMessage(MESSAGES, { type: "stop" }))).toMatchObject({
      param: "type",
      message: 'type has to be one of end; got "stop".',
    });
    expect(refusalOf(() => readMessage(MESSAGES, { type: "toString" })).param).toBe("type");
  });

  test.each(["{", "5", "[]"])("%s is no JSON object", (frame) => {
    expect(refusalOf(() => readFrame(frame)).code).toBe("invalid_json");
  });
});

describe("a field that is only on one side does not compile", () => {
  const Planted = Type.Object({ text: Type.String(), planted: Type.Optional(Type.String()) });

  test("one that is in the schema and read by no handler", () => {
    const { text, ...rest } = read(Planted, { text: "a" });
    // @ts-expect-error: `planted` is left.
    nothingLeft(rest);
    expect(text).toBe("a");
  });

  test("one that a handler reads and no schema has", () => {
    // @ts-expect-error: there is no such field.
    const { elsewhere } = read(Planted, { text: "a", elsewhere: 1 });
    expect(elsewhere).toBeUndefined();
  });
});
