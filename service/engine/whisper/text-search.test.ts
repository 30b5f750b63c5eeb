import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { AttentionNetwork, type EncodedAudio } from "./attention-network.ts";
import { findText } from "./text-search.ts";
import { textOf, Tokens } from "./tokens.ts";
import { type WordLikelihood, WordScore } from "./word-score.ts";

/** What it writes next depends on the last token alone: see write_attention_model.py. */
const folder = fileURLToPath(
  new URL("../../../fixtures/models/foreseen-whisper/", import.meta.url),
);

let tokens: Tokens;
let network: AttentionNetwork;
let audio: EncodedAudio;
beforeAll(async () => {
  tokens = await Tokens.read(`${folder}tokens.json`);
  network = await AttentionNetwork.load(`${folder}encoder.onnx`, `${folder}decoder.onnx`, {
    vocabulary: tokens.size,
    paddingSeconds: 0,
  });
  audio = await network.encode(new Float32Array(32_000));
});

/** Words that are as likely as a table says, whatever is before them. */
function likelihood(table: Readonly<Record<string, number>>, other: number): WordLikelihood {
  const of = (word: string) => Math.log(table[word] ?? other);
  return {
    start: 0,
    follow: (context, word) => ({ logProbability: of(word), context: context + 1 }),
    beginning: (_, letters) =>
      Math.max(
        Math.log(other),
        ...Object.keys(table)
          .filter((word) => word.startsWith(letters))
          .map(of),
      ),
    end: () => 0,
  };
}

async function written(
  beam: number,
  {
    words,
    preferred = [],
    maxTokens = 20,
  }: { words?: WordLikelihood; preferred?: readonly string[]; maxTokens?: number } = {},
): Promise<string> {
  const score = new WordScore(words, { weight: 1, bonus: 0 }, preferred);
  const found = await findText(network, audio, tokens, score, { beam, maxTokens });
  return textOf(found.tokens.map(({ token }) => tokens.pieces[token]!).join("")).trim();
}

describe("text search", () => {
  it("finds the likeliest text, which begins with no likeliest token", async () => {
    // 0.5 × 0.6 × 1 for the one, 0.3 × 0.5 for each of the others.
    expect(await written(1)).toBe("Merhaba, dünya.");
    expect(await written(4)).toBe("Merhaba, dünya.");
  });

  it("prefers words that are likely in the language", async () => {
    expect(await written(4, { words: likelihood({ durya: 0.5 }, 0.01) })).toBe("Durya.");
    expect(await written(4, { words: likelihood({ merhaba: 0.5, dünya: 0.5 }, 0.01) })).toBe(
      "Merhaba, dünya.",
    );
  });

  it("prefers the phrases that a request names", async () => {
    expect(await written(4, { preferred: ["durya"] })).toBe("Durya.");
  });

  it("gives up what says the same again and again, and ends what grows too long", async () => {
    const la = likelihood({ la: 1 }, 1e-9);
    expect(await written(4, { words: la, maxTokens: 200 })).not.toMatch(/la la/u);
    expect((await written(4, { maxTokens: 2 })).length).toBeLessThan("Merhaba, dünya.".length);
  });

  it("tells how likely silence and Turkish are", async () => {
    const score = new WordScore(undefined, { weight: 0, bonus: 0 }, []);
    const found = await findText(network, audio, tokens, score, { beam: 2, maxTokens: 20 });
    expect(found.noSpeech).toBeCloseTo(0.02, 2);
    expect(found.turkish).toBeCloseTo(0.9 / 0.98, 2);
  });
});
