import type { Row, Trait } from "./row.ts";

/** How fast someone speaks. */
export const PACE_WORDS: readonly Row<Trait>[] = [
  {
    means: { paceFactor: 0.78 },
    turkish: "yavaş, yavaşla-, yavaşlat-, ağır, usul usul, ağırdan, uyuşuk, düşük tempo",
    english: "slow, slowed, slow down, sluggish, drawn out, slow paced, drawling, drawl",
  },
  {
    means: { paceFactor: 0.85 },
    turkish: "tane tane, sindire sindire, aheste",
    english: "unhurried, leisurely, measured, deliberate, patient, slow moving",
  },
  {
    means: { paceFactor: 1.28 },
    turkish:
      "hızlı, hızla, hızlan-, hızlandır-, çabuk, seri, süratli, sürat, tempolu, yüksek tempo",
    english: "fast, quick, rapid, swift, speedy, fast paced, quickened, speed up",
  },
  {
    means: { paceFactor: 1.35 },
    turkish: "acele, aceleci, acele et-, koştur-",
    english: "hurried, hurry, rushed, rush, hasty, breakneck",
  },
  { means: { paceFactor: 1.15 }, turkish: "çevik, atik, akıcı", english: "brisk, snappy, fluent" },
];
