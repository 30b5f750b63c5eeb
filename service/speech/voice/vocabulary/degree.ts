import type { Row } from "./row.ts";

/** Words that say how much of what follows is meant, by what they multiply it with; below 0 the contrary is meant. */
export const DEGREE_WORDS: readonly Row<number>[] = [
  {
    means: 0.35,
    turkish: "azıcık, çok az, hafiften, belli belirsiz",
    english: "barely, hardly, ever so slightly, tiny bit",
  },
  {
    means: 0.5,
    turkish: "biraz, hafif, hafifçe, az, az biraz, parça, nispeten, birazcık",
    english: "slightly, little, bit, little bit, somewhat, mildly, kind of, kinda, sort of, touch",
  },
  { means: 0.8, turkish: "yeterince, kısmen", english: "fairly, moderately, relatively, enough" },
  {
    means: 1.3,
    turkish: "oldukça, epey, epeyce, gayet, bayağı, pek, hayli, iyice, çokça",
    english: "quite, rather, pretty, really, much, so, particularly",
  },
  {
    means: 1.6,
    turkish: "çok, fazla, fazlaca, fazlasıyla",
    english: "very, too, highly, deeply, overly, lot",
  },
  {
    means: 2,
    turkish:
      "aşırı, son derece, en, çok çok, inanılmaz, müthiş, olağanüstü, alabildiğine, çok fazla",
    english:
      "extremely, super, ultra, incredibly, very very, extraordinarily, as possible, utterly",
  },
  { means: -0.5, turkish: "daha az", english: "less, least" },
];
