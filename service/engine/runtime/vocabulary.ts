import { readFile } from "node:fs/promises";
import path from "node:path";
import { ModelFolderError } from "../model/manifest.ts";
import { outputSize } from "./onnx-graph.ts";

/** Only a vocabulary made for Turkish has all of these letters. */
const TURKISH_LETTERS = ["ç", "ğ", "ı", "ö", "ş", "ü"];
/** Disambiguation symbols (#0, #1, …), which icefall appends to a vocabulary for its own use. */
const MARK = /^#\d+$/u;

/**
 * Checks that a recogniser's vocabulary matches the number of outputs of its network, where the ONNX file states that number;
 * throws ModelFolderError. `isWhole`: every output must have a token; not so for Whisper, whose special tokens are not listed.
 */
export async function checkVocabulary(
  tokensFile: string,
  graphFile: string,
  isWhole: boolean,
): Promise<void> {
  const outputs = outputSize(graphFile);
  if (outputs === undefined) return;
  const vocabulary = await readVocabulary(tokensFile);
  const ids = new Set(vocabulary.flatMap(({ token, id }) => (MARK.test(token) ? [] : [id])));
  const ofGraph = `${path.basename(graphFile)} has ${outputs} outputs`;
  const beyond = [...ids].find((id) => id >= outputs);
  if (beyond !== undefined) {
    throw new ModelFolderError(
      `${tokensFile}: is the vocabulary of another model: it has token ${beyond}, but ${ofGraph}, from 0`,
    );
  }
  const missing = Array.from({ length: outputs }, (_, id) => id).find((id) => !ids.has(id));
  if (isWhole && missing !== undefined) {
    throw new ModelFolderError(
      `${tokensFile}: is the vocabulary of another model: token ${missing} is missing, but ${ofGraph}, from 0`,
    );
  }
}

/** Checks that the vocabulary of a voice that reads letters has those of Turkish; throws ModelFolderError. */
export async function checkLetters(tokensFile: string): Promise<void> {
  const known = new Set((await readVocabulary(tokensFile)).map(({ token }) => token));
  const missing = TURKISH_LETTERS.filter((letter) => !known.has(letter));
  if (missing.length > 0) {
    throw new ModelFolderError(
      `${tokensFile}: is not a vocabulary for Turkish: it lacks ${missing.join(", ")}`,
    );
  }
}

/** Reads a vocabulary: each line is a token and its number; a line with a number alone is the space token. */
async function readVocabulary(tokensFile: string) {
  const lines = (await readFile(tokensFile, "utf8")).split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [, token = " ", id] = /^(?:(\S+)\s+)?(\S+)$/u.exec(line) ?? [];
      if (id === undefined || !/^\d+$/u.test(id)) {
        throw new ModelFolderError(
          `${tokensFile}: has the line "${line.slice(0, 40)}"; each is a token and its number`,
        );
      }
      return { token, id: Number(id) };
    });
}
