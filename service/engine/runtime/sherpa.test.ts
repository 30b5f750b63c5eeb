import { expect, test } from "vitest";
import { readResult } from "./sherpa.ts";

test("a line break in a token of the runtime's JSON parts words", () => {
  const json =
    '{"text": "bir\niki \\"üç\\"", "timestamps": [0.1, 0.2], "tokens":["bir", "\n", "iki"]}';
  expect(readResult(json)).toEqual({
    text: 'bir iki "üç"',
    timestamps: [0.1, 0.2],
    tokens: ["bir", " ", "iki"],
  });
});
