import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModelFolderError } from "../model/manifest.ts";
import { bytesWithOutput, inputNames, outputNames, outputSize } from "./onnx-graph.ts";
import { checkLetters, checkVocabulary } from "./vocabulary.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "vocabulary-"));
});
afterAll(() => rm(home, { recursive: true }));

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(home, name);
  await writeFile(file, content);
  return file;
}

/** A field of a protocol buffer with a content of fewer than 128 bytes. */
const field = (number: number, ...content: readonly (Buffer | string)[]) => {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
};
const varint = (number: number, ...bytes: readonly number[]) => Buffer.from([number * 8, ...bytes]);
const fixed = (number: number, kind: number, length: number) =>
  Buffer.concat([Buffer.from([number * 8 + kind]), Buffer.alloc(length, 0x3a)]);

/** A value of a graph with its name and its dimensions, each a varint or a name. */
const value = (kind: 11 | 12, name: string, ...dimensions: readonly Buffer[]) => {
  const shape = field(2, ...dimensions.map((dimension) => field(1, dimension)));
  return field(kind, field(1, name), field(2, field(1, varint(1, 1), shape)));
};
const INPUTS = [value(11, "audio", varint(1, 1)), value(11, "ş")];
const graph = (...dimensions: readonly Buffer[]) =>
  Buffer.concat([
    varint(1, 8),
    // Fields of fixed sizes are skipped, whatever they contain.
    fixed(2, 5, 4),
    fixed(3, 1, 8),
    field(
      7,
      ...INPUTS,
      value(12, "logits", varint(1, 9), ...dimensions),
      value(12, "other", varint(1, 3)),
    ),
  ]);

describe("an ONNX file", () => {
  test("has the last dimension of its first output, and the names of its values", async () => {
    // 300 is two groups of seven bits, the lower one first.
    const file = await fileOf("graph.onnx", graph(varint(1, 0xac, 0x02)));
    expect(outputSize(file)).toBe(300);
    expect(inputNames(file)).toEqual(["audio", "ş"]);
    expect(outputNames(file)).toEqual(["logits", "other"]);
  });

  test("leaves a size open that it names, and one without outputs has none", async () => {
    expect(outputSize(await fileOf("open.onnx", graph(field(2, "tokens"))))).toBeUndefined();
    const without = await fileOf("without.onnx", field(7, ...INPUTS));
    expect(outputSize(without)).toBeUndefined();
    expect(outputNames(without)).toEqual([]);
  });

  test.each([
    ["empty", ""],
    ["text", "This is no network."],
  ])("that is %s has nothing", async (name, content) => {
    const file = await fileOf(`${name}.onnx`, content);
    expect(outputSize(file)).toBeUndefined();
    expect(inputNames(file)).toEqual([]);
  });

  test("is given one more output, however long its name", async () => {
    const file = await fileOf("more.onnx", graph(varint(1, 4)));
    const name = `long/${"a".repeat(150)}`;
    const more = await fileOf("with-more.onnx", await bytesWithOutput(file, name));
    // The parts of a graph that is written twice are joined, so the second one is looked at by itself.
    const { length } = graph(varint(1, 4));
    const appended = await fileOf(
      "appended.onnx",
      (await bytesWithOutput(file, name)).subarray(length),
    );
    expect(outputNames(appended)).toEqual([name]);
    expect(outputNames(more)).toEqual(["logits", "other"]);
  });
});

describe("a vocabulary", () => {
  const check = async (vocabulary: string, isWhole: boolean) => {
    const tokens = await fileOf("tokens.txt", vocabulary);
    await checkVocabulary(tokens, await fileOf("three.onnx", graph(varint(1, 3))), isWhole);
  };

  test.each([
    ["a 0\nb 1\nc 2\n", true],
    // A line with a number alone is the space, and marks of icefall are no tokens.
    ["a 0\n\n 1\r\nc\t2\n#0 3\n#12 4\n", true],
    ["a 0\nc 2\n", false],
  ])("%j fits three outputs", async (vocabulary, isWhole) => {
    await expect(check(vocabulary, isWhole)).resolves.toBeUndefined();
  });

  test.each([
    ["a 0\nb 1\nc 2\nd 3\n", false, "it has token 3, but three.onnx has 3 outputs, from 0"],
    ["a 0\nc 2\n", true, "token 1 is missing, but three.onnx has 3 outputs, from 0"],
    ["a 0\nb one\n", false, 'has the line "b one"; each is a token and its number'],
    ["a b 1\n", false, 'has the line "a b 1"; each is a token and its number'],
  ])("%j does not", async (vocabulary, isWhole, message) => {
    await expect(check(vocabulary, isWhole)).rejects.toThrow(ModelFolderError);
    await expect(check(vocabulary, isWhole)).rejects.toThrow(message);
  });

  test("is not compared with outputs that the network leaves open", async () => {
    const tokens = await fileOf("tokens.txt", "not a vocabulary at all\n");
    const open = await fileOf("open.onnx", graph(field(2, "tokens")));
    await expect(checkVocabulary(tokens, open, true)).resolves.toBeUndefined();
  });

  test("for a voice has the letters of Turkish", async () => {
    const letters = ["a", "ç", "ğ", "ı", "ö", "ş", "ü"].map((letter, id) => `${letter} ${id}\n`);
    await expect(checkLetters(await fileOf("tr.txt", letters.join("")))).resolves.toBeUndefined();
    const some = letters.filter((line) => !/^[ğş]/u.test(line)).join("");
    await expect(checkLetters(await fileOf("some.txt", some))).rejects.toThrow(
      "some.txt: is not a vocabulary for Turkish: it lacks ğ, ş",
    );
  });
});
