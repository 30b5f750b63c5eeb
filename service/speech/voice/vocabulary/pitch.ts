import type { Row, Trait } from "./row.ts";

/** How high a voice is. */
export const PITCH_WORDS: readonly Row<Trait>[] = [
  {
    means: { pitchSemitones: -4, tractLengthFactor: 1.04 },
    turkish: "kalın, derin, pes, düşük, alçak, bas, davudi, kalınlaş-, kalınlaştır-",
    english: "deep, low, bass, deep voiced",
  },
  {
    means: { pitchSemitones: -4 },
    turkish: "alçak perde, düşük perde, pes perde, düşük ton, alçak ton, düşük frekans",
    english: "low pitch, lower pitch, low register",
  },
  {
    means: { pitchSemitones: -2.5, tractLengthFactor: 1.03 },
    turkish: "bariton, alto, orta kalın",
    english: "baritone, alto, contralto",
  },
  {
    means: { pitchSemitones: -2, tractLengthFactor: 1.04, brightnessDb: -1 },
    turkish: "tok, dolgun, gür, etli, zengin",
    english: "full, rich, resonant, booming, sonorous, full bodied",
  },
  {
    means: { pitchSemitones: 4, tractLengthFactor: 0.96 },
    turkish: "ince, yüksek, incel-, incelt-",
    english: "high, thin",
  },
  {
    means: { pitchSemitones: 4 },
    turkish: "yüksek perde, yüksek ton, tiz perde, yüksek frekans",
    english: "high pitch, higher pitch, high register, treble",
  },
  {
    means: { pitchSemitones: 5, brightnessDb: 2 },
    turkish: "tiz, soprano",
    english: "soprano, falsetto",
  },
  {
    means: { pitchSemitones: 5, brightnessDb: 5 },
    turkish: "cırtlak, cırlak, ciyak, ciyak ciyak",
    english: "shrill, squeaky, screechy, piercing",
  },
];
