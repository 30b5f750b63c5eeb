import type { Row, Trait } from "./row.ts";

/** Women and men, of no age in particular. */
export const GENDER_WORDS: readonly Row<Trait>[] = [
  {
    means: { gender: "female" },
    turkish: "kadın, kadınsı, bayan, hanım, hanımefendi, dişi, feminen, hatun",
    english: "female, woman, women, lady, feminine, womanly, she, her, hers",
  },
  {
    means: { gender: "male" },
    turkish: "erkek, erkeksi, adam, bay, bey, beyefendi, maskülen, herif",
    english: "male, man, men, gentleman, masculine, manly, guy, dude, he, his, him",
  },
];
