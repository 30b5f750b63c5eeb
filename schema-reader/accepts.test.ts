import { expect, test } from "vitest";
import { accepts } from "./accepts.ts";
import type { Stated } from "./stated.ts";

test.each<[Stated, string]>([
  [{ "x-takes": "a voice", type: "string" }, "a voice"],
  [{ type: "string", enum: ["wav", "mp3"] }, "one of wav, mp3"],
  [{ const: "x" }, '"x"'],
  [{ anyOf: [{ type: "null" }, { type: "boolean" }] }, "null or true or false"],
  [{ type: "number" }, "a number"],
  [{ type: "number", minimum: 0 }, "a number of at least 0"],
  [{ type: "integer", maximum: 0 }, "an integer of at most 0"],
  [{ type: "integer", minimum: 0, maximum: 9 }, "an integer from 0 to 9"],
  [{ type: "string" }, "a string"],
  [{ type: "string", minLength: 1 }, "a string that is not empty"],
  [{ type: "string", maxLength: 5 }, "a string of at most 5 characters"],
  [{ type: "string", minLength: 1, maxLength: 5 }, "a string of 1 to 5 characters"],
  [{ type: "array" }, "an array"],
  [{ type: "array", maxItems: 0 }, "an array of at most 0 items"],
  [{ type: "object" }, "a JSON object"],
  [{}, "a JSON object"],
])("%j takes %s", (schema, text) => {
  expect(accepts(schema)).toBe(text);
});
