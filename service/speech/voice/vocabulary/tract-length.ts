import type { Row, Trait } from "./row.ts";

/** How big the speaker's body is, which the length of the vocal tract lets hear. */
export const TRACT_LENGTH_WORDS: readonly Row<Trait>[] = [
  {
    means: { tractLengthFactor: 1.09 },
    turkish: "iri, iri yarı, iriyarı, kocaman, dev, devasa, cüsse, heybet, yapılı, büyük, şişman",
    english: "big, large, huge, giant, massive, hulking, burly, bulky, monster, ogre",
  },
  {
    means: { tractLengthFactor: 0.92 },
    turkish: "ufak, ufacık, ufak tefek, küçük, küçücük, minik, minicik, minyon, cüce",
    english: "small, tiny, petite, dwarf, elf, elfin, fairy",
  },
];
