import { expect, it } from "vitest";
import { parseJsonBody } from "./json-body.ts";

const bytes = (text: string) => Buffer.from(text);
const nested = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels);

it.each([
  ["an object", '{"input":"Çağrı 🎙","speed":1.5,"list":[null,true]}'],
  ["with a byte order mark", '\uFEFF{"a":1}'],
  ["with brackets, quotes and backslashes in strings", `["${"[{".repeat(100)}","\\"[","\\\\","]"]`],
  ["of 64 levels", nested(64, "[", "1", "]")],
])("reads JSON %s", (_what, text) => {
  expect(parseJsonBody(bytes(text))).toEqual(JSON.parse(text.replace("\uFEFF", "")));
});

it.each([
  ["nothing", ""],
  ["no JSON", "{input: 1}"],
  ["a string without end", '{"input":"\\"'],
  ["65 levels", nested(65, "[", "1", "]")],
  ["levels without end", nested(200_000, '{"a":', "1", "}")],
  ["levels without end that are never closed", "[".repeat(200_000)],
])("refuses %s", (_what, text) => {
  expect(() => parseJsonBody(bytes(text))).toThrow(
    expect.objectContaining({ code: "invalid_json" }),
  );
});

it("refuses another encoding, which it names", () => {
  const latin5 = Buffer.from([0x22, 0xfe, 0xfd, 0x22]);
  expect(() => parseJsonBody(latin5)).toThrow("The body is not in UTF-8.");
});
