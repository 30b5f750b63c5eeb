import { createHash } from "node:crypto";
import type { CheckContext } from "../check/context.ts";
import words from "./sentence-words.json" with { type: "json" };

const MIN_NUMBER = 21;
const NUMBERS = 79;

/** Returns the text that a check has spoken, and notes it in the trace: a new sentence, or that of a replayed run. */
export function sentenceToSpeak({
  seed,
  replayed,
  trace,
}: Pick<CheckContext, "seed" | "replayed" | "trace">): string {
  const text = replayed?.text ?? sentenceFor(seed);
  trace.input = { text };
  return text;
}

/**
 * Returns a Turkish sentence with names and a number that depend on `seed`, so that no two runs request the same and an answer
 * cannot come from a cache.
 */
function sentenceFor(seed: string): string {
  const digest = createHash("sha256").update(seed).digest();
  const pick = (list: readonly string[], byte: number): string =>
    list[(digest[byte] ?? 0) % list.length] ?? "";
  const number = MIN_NUMBER + (digest.readUInt16BE(4) % NUMBERS);
  return `Merhaba ${pick(words.names, 0)}, ${number} numaralı siparişin ${pick(words.days, 1)} günü ${pick(words.places, 2)} şubesine ulaşacak.`;
}
