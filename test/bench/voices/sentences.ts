import { readFile } from "node:fs/promises";

const FILE = new URL(
  "../../../service/training/corpus/held_out_treebank_sentences.txt",
  import.meta.url,
);
/** Longer sentences take the judges long and say no more. */
const CHARACTERS = { min: 20, max: 90 };

/** Returns sentences of newspapers and books that no training has, as they are written, spread evenly over the list. */
export async function heldOutSentences(count: number): Promise<string[]> {
  const all = (await readFile(FILE, "utf8"))
    .trim()
    .split("\n")
    .filter(({ length }) => length >= CHARACTERS.min && length <= CHARACTERS.max);
  const step = Math.max(1, all.length / count);
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, at) => all[Math.floor(at * step)]!,
  );
}
