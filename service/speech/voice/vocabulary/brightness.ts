import type { Row, Trait } from "./row.ts";

/** How much of a voice's colour lies in its high frequencies. */
export const BRIGHTNESS_WORDS: readonly Row<Trait>[] = [
  {
    means: { brightnessDb: 4 },
    turkish: "parlak, aydınlık, berrak, net, duru, billur, pürüzsüz",
    english: "bright, clear, crisp, brilliant, crystal clear, articulate",
  },
  {
    means: { brightnessDb: 6 },
    turkish: "keskin, metalik, çınlayan, çınla-, genizden, geniz",
    english: "sharp, metallic, tinny, nasal, cutting, edgy",
  },
  {
    means: { brightnessDb: -4 },
    turkish: "karanlık, koyu, mat, kadife, kadifemsi, ılık",
    english: "dark, mellow, velvety, velvet, silky, smooth, round",
  },
  {
    means: { brightnessDb: -3, pitchSemitones: -0.5 },
    turkish: "sıcak, sıcacık, içten",
    english: "warm, warmth, heartfelt",
  },
  {
    means: { brightnessDb: -3, breathiness: 0.12 },
    turkish: "yumuşak, yumuşacık, narin, zarif",
    english: "soft, delicate, light",
  },
  {
    means: { brightnessDb: -7 },
    turkish: "boğuk, tıkalı",
    english: "muffled, muted, stuffy",
  },
];
