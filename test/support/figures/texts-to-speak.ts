import { readFile } from "node:fs/promises";

const WITH_NUMBERS = [
  "Toplantı 14:30'da, 3. kattaki salonda yapılacak.",
  "Fatura tutarı 1.250,50 TL, son ödeme tarihi 21.11.2026.",
  "Nüfusun %37'si 65 yaşın altında.",
  "Bizi 0212 345 67 89 numaralı telefondan arayabilirsiniz.",
  "Ankara'dan İstanbul'a 454 km yol var.",
];

/**
 * Returns `count` held-out sentences, spread evenly over the list of corpus/write_sentences.py, and five with numbers.
 */
export async function textsToSpeak(file: string, count: number): Promise<string[]> {
  const rows = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  const heldOut = rows
    .filter(([split, source]) => split === "held-out" && source !== "words")
    .map(([, , text = ""]) => text);
  const step = heldOut.length / count;
  const chosen = Array.from({ length: count }, (_, at) => heldOut[Math.floor(at * step)] ?? "");
  return [...chosen, ...WITH_NUMBERS];
}
