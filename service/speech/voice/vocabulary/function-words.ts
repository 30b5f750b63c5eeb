import type { Row } from "./row.ts";

/** Words that say nothing of the voice by themselves and are passed over without a mention. */
export const FUNCTION_WORDS: readonly Row<"nothing">[] = [
  {
    means: "nothing",
    turkish:
      "ses, ton, tonlama, tını, tınla-, ifade, hız, yaş, tarz, şekil, biçim, tempo, perde, konuşma, konuşmacı, konuş-, söyle-, oku-, " +
      "anlat-, de-, ol-, et-, yap-, kullan-, ver-, kişi, insan, biri, birisi, karakter, hal, hava, zaman, taraf",
  },
  {
    means: "nothing",
    turkish:
      "ve, ile, ama, fakat, ancak, lakin, ya, veya, yahut, hem, de, da, ki, gibi, kadar, için, daha, bu, şu, o, olan, " +
      "olarak, olsun, lütfen, şekilde, biçimde, tam, sanki, gayri, sadece, yalnızca, li, lı, lar, ler, orta, normal, ortalama",
    english:
      "and, or, but, with, in, of, on, at, by, as, if, for, to, from, who, that, this, which, it, its, is, are, was, be, " +
      "being, has, have, having, like, you, your, me, my, i, we, s, more, most, please, just, only, also, yet, were, their",
  },
  {
    means: "nothing",
    english:
      "voice, voiced, vocal, speak, speaker, speaking, speech, spoken, talk, talking, talker, say, saying, said, read, " +
      "reading, reader, sound, sounding, tone, toned, tonality, pitch, pitched, pace, paced, manner, way, style, " +
      "delivery, person, someone, somebody, character, make, use, using, sentence, text, line, words, quality, one",
  },
];

/** Words that stand in the middle of an expression without being part of it. */
export const ARTICLES: ReadonlySet<string> = new Set(["bir", "a", "an", "the"]);
