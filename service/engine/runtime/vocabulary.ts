import { readFile } from "node:fs/promises";
import path from "node:path";
import { ModelFolderError } from "../model/manifest.ts";
import { outputSize } from "./onnx-graph.ts";

/** Letters that only a vocabulary made for Turkish has all of. */
const TURKISH_LETTERS = ["ç", "ğ", "ı", "ö", "ş", "ü"];
/** Marks that icefall writes behind a vocabulary for its own use. */
const MARK = /^#\d+$/u;

/**
 * Compares a recogniser's vocabulary with the outputs of its network, where the file of that says how many there are; throws
 * ModelFolderError. `isWhole`: every output has a token; Whisper's marks have none.
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

/** Looks whether a voice that reads letters knows those of Turkish; throws ModelFolderError. */
export async function checkLetters(tokensFile: string): Promise<void> {
  const known = new Set((await readVocabulary(tokensFile)).map(({ token }) => token));
  const missing = TURKISH_LETTERS.filter((letter) => !known.has(letter));
  if (missing.length > 0) {
    throw new ModelFolderError(
      `${tokensFile}: is not a vocabulary for Turkish: it lacks ${missing.join(", ")}`,
    );
  }
}

/** A line is a token and its number; the token of a line with a number alone is the space. */
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
