import type { Row, Trait } from "./row.ts";

/** How far the melody of the speech goes up and down. */
export const RANGE_WORDS: readonly Row<Trait>[] = [
  {
    means: { rangeFactor: 0.35 },
    turkish:
      "monoton, tekdüze, tek düze, düz, yeknesak, ifadesiz, duygusuz, vurgusuz, tonlamasız, mekanik, robot, robotik, robotumsu",
    english:
      "monotone, monotonous, flat, robot, robotic, mechanical, expressionless, emotionless, deadpan",
  },
  {
    means: { rangeFactor: 0.6 },
    turkish: "donuk, durağan, ruhsuz, cansız",
    english: "dull, unemotional, lifeless, restrained, subdued",
  },
  {
    means: { rangeFactor: 1.5 },
    turkish:
      "ifadeli, duygu, duygusal, vurgu, tonlamalı, melodik, ezgi, melodi, inişli çıkışlı, iniş çıkış",
    english:
      "expressive, emotional, emotion, melodic, singsong, varied, intonation, feeling, expression",
  },
  {
    means: { rangeFactor: 1.35, paceFactor: 1.04 },
    turkish: "canlı, hareket, dinamik",
    english: "lively, animated, vivid, dynamic, vibrant, spirited",
  },
  {
    means: { rangeFactor: 1.75, paceFactor: 0.95 },
    turkish: "dramatik, teatral, tiyatral, abartılı, abart-, destansı, epik",
    english: "dramatic, theatrical, exaggerated, epic, melodramatic",
  },
];
