import type { Row, Trait } from "./row.ts";

/** How much of a voice is breath; all of it is a whisper. */
export const BREATH_WORDS: readonly Row<Trait>[] = [
  {
    means: { breathiness: 1 },
    turkish: "fısılda-, fısıldaş-, fısıltı, fısıl fısıl",
    english: "whisper, whispered, whispery, under breath",
  },
  {
    means: { breathiness: 0.5 },
    turkish: "nefes, soluk, solu-, nefes nefese, soluk soluğa, buğu, buğulu, puslu, kısık",
    english: "breathy, breath, airy, breathless, hushed, out of breath",
  },
  {
    means: { breathiness: 0.35, pitchSemitones: -1, brightnessDb: -1 },
    turkish: "hırıltı, hırıltılı, pürüzlü, çatallı, çatlak, pürüz, dumanlı",
    english: "husky, hoarse, raspy, gravelly, gravel, gruff, smoky, smokey, rough, croaky",
  },
];
