import { describe, expect, it } from "vitest";
import { ModelFolderError } from "../model/manifest.ts";
import { textOf, Tokens } from "./tokens.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const special = {
  startoftranscript: 3,
  transcribe: 4,
  notimestamps: 5,
  nospeech: 6,
  endoftext: 7,
  languages: { tr: 8, de: 9 },
};
const tokens = [base64(" a"), base64("ğ"), base64("ı"), "", "", "", "", "", "", ""];
const parse = (document: unknown) => Tokens.parse(JSON.stringify(document), "tokens.json");

describe("tokens", () => {
  it("are bytes of text, some of them of half a letter", () => {
    const read = parse({ tokens, special });
    expect(read.size).toBe(10);
    expect(read.prompt).toEqual([3, 8, 4, 5]);
    expect(textOf(read.pieces.join(""))).toBe(" ağı");
    expect(read.pieces[0]!.startsWith(" ")).toBe(true);
    expect(read.pieces[1]!.startsWith(" ")).toBe(false);
    expect([0, 7, 3].map((token) => read.isWritten(token))).toEqual([true, true, false]);
  });

  it.each([
    [
      "no Turkish",
      { tokens, special: { ...special, languages: { de: 9 } } },
      /languages\.tr is missing/,
    ],
    [
      "a number too high",
      { tokens, special: { ...special, endoftext: 10 } },
      /names token 10 of 10/,
    ],
    ["no list", { tokens: 7, special }, /tokens must be array/],
  ])("are refused with %s", (_, document, message) => {
    expect(() => parse(document)).toThrow(ModelFolderError);
    expect(() => parse(document)).toThrow(message);
  });

  it("are refused when the file is none", async () => {
    expect(() => Tokens.parse("{", "tokens.json")).toThrow("tokens.json: is no JSON");
    await expect(Tokens.read("/nowhere/tokens.json")).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });
});
