/** Words that are written short and spoken in full. */

import { spelled } from "./letter-names.ts";
import { anyOf, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix, type Stem } from "./suffix.ts";

/** Written with points inside. */
const DOTTED: Readonly<Record<string, string>> = {
  "Yrd. Doç.": "yardımcı doçent",
  "Öğr. Gör.": "öğretim görevlisi",
  "Öğr. Üyesi": "öğretim üyesi",
  "Arş. Gör.": "araştırma görevlisi",
  "Ord. Prof.": "ordinaryüs profesör",
  "Yük. Müh.": "yüksek mühendis",
  "Y. Müh.": "yüksek mühendis",
  "Gn. Md.": "genel müdürü",
  "Gen. Md.": "genel müdürü",
  "M.Ö.": "milattan önce",
  "M.S.": "milattan sonra",
  "A.Ş.": "anonim şirketi",
  "v.b.": "ve benzeri",
  "v.s.": "vesaire",
  "v.d.": "ve diğerleri",
  "a.g.e.": "adı geçen eser",
  "P.K.": "posta kutusu",
};

/** The point belongs to these wherever they stand, as none is a word. */
const POINTED: Readonly<Record<string, string>> = {
  Dr: "doktor",
  dr: "doktor",
  Prof: "profesör",
  Doç: "doçent",
  Op: "operatör",
  Av: "avukat",
  Sn: "sayın",
  Müh: "mühendis",
  Mim: "mimar",
  Ecz: "eczacı",
  Dt: "diş hekimi",
  Uzm: "uzman",
  Öğr: "öğretmen",
  Hz: "hazreti",
  Mr: "mister",
  Mrs: "misis",
  St: "sent",
  Alb: "albay",
  Org: "orgeneral",
  Korg: "korgeneral",
  Tümg: "tümgeneral",
  Tuğg: "tuğgeneral",
  Gen: "general",
  Yzb: "yüzbaşı",
  Bnb: "binbaşı",
  Ütğm: "üsteğmen",
  Tğm: "teğmen",
  Bşk: "başkanı",
  Yrd: "yardımcı",
  Md: "müdürü",
  Müd: "müdürlüğü",
  bkz: "bakınız",
  Bkz: "bakınız",
  krş: "karşılaştırınız",
  örn: "örneğin",
  Örn: "örneğin",
  çev: "çeviren",
  Çev: "çeviren",
  No: "numara",
  Nr: "numara",
  Mah: "mahallesi",
  mah: "mahallesi",
  Mh: "mahallesi",
  Cad: "caddesi",
  Cd: "caddesi",
  cad: "caddesi",
  Sok: "sokağı",
  Sk: "sokağı",
  Apt: "apartmanı",
  apt: "apartmanı",
  Blv: "bulvarı",
  Bulv: "bulvarı",
  Tel: "telefon",
  Fak: "fakültesi",
  Üni: "üniversitesi",
  Üniv: "üniversitesi",
  Ens: "enstitüsü",
  Ltd: "limited",
  Şti: "şirketi",
  Tic: "ticaret",
  San: "sanayi",
  Paz: "pazarlama",
  İnş: "inşaat",
  Şb: "şubesi",
  yy: "yüzyıl",
  vb: "ve benzeri",
  vd: "ve diğerleri",
  vs: "vesaire",
  vds: "vesaire",
};

/** Words of their own as well: short only where something follows that a sentence would not end before. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  no: "numara",
  sok: "sokağı",
  tel: "telefon",
  haz: "hazırlayan",
  yak: "yaklaşık",
  max: "maksimum",
  maks: "maksimum",
  min: "minimum",
  Bul: "bulvarı",
  dk: "dakika",
  sn: "saniye",
  s: "sayfa",
  m: "madde",
  ör: "örneğin",
  age: "adı geçen eser",
  c: "cilt",
};

/** Recognised without the point too. */
const UNPOINTED: Readonly<Record<string, string>> = {
  vb: "ve benzeri",
  vs: "vesaire",
  vd: "ve diğerleri",
  bkz: "bakınız",
  Bkz: "bakınız",
  Dr: "doktor",
  Prof: "profesör",
  Doç: "doçent",
  No: "numara",
  Cad: "caddesi",
  Sok: "sokağı",
  Mah: "mahallesi",
  AŞ: "anonim şirketi",
  yy: "yüzyıl",
};

const POSSESSED =
  /(?:[sş]irketi|caddesi|sokağı|mahallesi|bulvarı|apartmanı|fakültesi|üniversitesi|enstitüsü|müdürü|müdürlüğü|başkanı|şubesi|görevlisi|üyesi)$/u;

/** "vb." at the end of a sentence keeps its point, as a capital follows or nothing does. */
const ENDS_SENTENCE = String.raw`(?:\.(?=["”)]?(?:\s+["“(]?\p{Lu}|\s*$)))`;
const LISTING = "vb|vd|vs|vds";
const BEFORE = String.raw`(?<![\p{L}\d'])`;

function expanded(short: string, suffix: string | undefined): string {
  const spoken = DOTTED[short] ?? POINTED[short] ?? UNPOINTED[short] ?? short;
  const stem: Stem = POSSESSED.test(spoken) ? "possessed" : "plain";
  return withSuffix(spoken, suffix, stem);
}

const expand = ({ short = "", suffix }: Groups) =>
  expanded(short, suffix) + (suffix === undefined ? " " : "");

/** Longest first; the point goes with them unless it ends the sentence as well. */
export const abbreviationRules: readonly Rule[] = [
  {
    pattern: new RegExp(`${BEFORE}(?<short>${anyOf(Object.keys(DOTTED))})${SUFFIX}`, "gu"),
    speak: expand,
  },
  {
    pattern: /(?<![\p{L}\d'])(?<era>MÖ|MS)(?= \d| [IVX]+\.)/gu,
    speak: ({ era }) => (era === "MÖ" ? "milattan önce" : "milattan sonra"),
  },
  {
    pattern: new RegExp(`${BEFORE}(?<short>${LISTING})${ENDS_SENTENCE}`, "gu"),
    speak: ({ short = "" }) => `${expanded(short, undefined)}.`,
  },
  {
    pattern: new RegExp(
      `${BEFORE}(?<short>${anyOf(Object.keys(POINTED))})(?:\\.:?|:)${SUFFIX}`,
      "gu",
    ),
    speak: expand,
  },
  {
    pattern: new RegExp(
      `${BEFORE}(?<short>${anyOf(Object.keys(AMBIGUOUS))})(?:\\.:?|:)(?= ?[\\d(+])`,
      "gu",
    ),
    speak: ({ short = "" }) => `${AMBIGUOUS[short] ?? short} `,
  },
  {
    pattern: new RegExp(
      `${BEFORE}(?<short>${anyOf(Object.keys(UNPOINTED))})(?![\\p{L}\\d.])${SUFFIX}`,
      "gu",
    ),
    speak: expand,
  },
  // Of an address, where a number stands before them: "No: 12 K: 3 D: 5".
  {
    pattern: /(?<=\d(?:\/\p{L})?,? )(?<part>[KD])(?::|\.:?) ?(?=\d)/gu,
    speak: ({ part }) => (part === "K" ? "kat " : "daire "),
  },
  {
    pattern: new RegExp(`${BEFORE}(?<initials>(?:\\p{Lu}\\.){2,})${SUFFIX}`, "gu"),
    speak: ({ initials = "", suffix }) =>
      withSuffix(spelled(initials), suffix) + (suffix === undefined ? " " : ""),
  },
  {
    pattern: new RegExp(`${BEFORE}(?<initial>\\p{Lu})\\.(?= ?\\p{Lu}\\p{Ll}| ?\\p{Lu}\\.)`, "gu"),
    speak: ({ initial = "" }) => `${spelled(initial)} `,
  },
];
