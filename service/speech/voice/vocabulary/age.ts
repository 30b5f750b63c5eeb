import type { Row, Trait } from "./row.ts";

/** Ages, and people whose name tells their age; ages in years are read by `age-in-years.ts`. */
export const AGE_WORDS: readonly Row<Trait>[] = [
  {
    means: { age: "child" },
    turkish: "çocuk, çocuksu, bebek, bebeksi, ufaklık, velet, küçük çocuk, ilkokul öğrenci",
    english: "child, children, childlike, childish, kid, toddler, baby, little child, infant",
  },
  {
    means: { age: "child", gender: "female" },
    turkish: "kız çocuk, küçük kız, kızçe",
    english: "little girl",
  },
  {
    means: { age: "child", gender: "male" },
    turkish: "erkek çocuk, oğlan, oğlan çocuk, küçük oğlan",
    english: "little boy, boy",
  },
  {
    means: { age: "young" },
    turkish: "genç, gençten, toy, ergen, üniversite öğrenci",
    english: "young, youthful, youngster, teen, teenage, teenager, adolescent, student",
  },
  {
    means: { age: "young", gender: "female" },
    turkish: "kız, abla, genç kız, prenses",
    english: "girl, girlish, teenage girl, young girl, princess",
  },
  {
    means: { age: "young", gender: "male" },
    turkish: "delikanlı, ağabey, abi, genç oğlan, prens",
    english: "lad, teenage boy, young boy, boyish, prince",
  },
  {
    means: { age: "middle-aged" },
    turkish: "orta yaş, ortayaşlı, olgun, yetişkin",
    english: "middle age, middleaged, mature, adult, grown up",
  },
  {
    means: { age: "middle-aged", gender: "female" },
    turkish: "anne, teyze, yenge, kraliçe",
    english: "mother, mom, mum, aunt, auntie, queen",
  },
  {
    means: { age: "middle-aged", gender: "male" },
    turkish: "baba, amca, dayı, enişte, kral",
    english: "father, dad, daddy, uncle, king",
  },
  {
    means: { age: "old" },
    turkish: "yaşlı, yaşlıca, ihtiyar, kocamış",
    english: "old, elderly, aged, aging, ageing, senior, ancient",
  },
  {
    means: { age: "old", gender: "female" },
    turkish: "nine, babaanne, anneanne, büyükanne, büyük anne, kocakarı",
    english: "grandmother, grandma, granny, grandmotherly, witch",
  },
  {
    means: { age: "old", gender: "male" },
    turkish: "dede, büyükbaba, büyük baba, aksakal",
    english: "grandfather, grandpa, granddad, grandfatherly, wizard",
  },
];
