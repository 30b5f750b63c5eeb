/** Words that are written short and spoken in full. */

import type { Rule } from "./rule.ts";
import { withHarmonisedSuffix } from "./suffix.ts";

/** Written with a point that belongs to the abbreviation. */
const WITH_POINT: Readonly<Record<string, string>> = {
  "Yrd. Doç.": "yardımcı doçent",
  "Öğr. Gör.": "öğretim görevlisi",
  "Arş. Gör.": "araştırma görevlisi",
  "M.Ö.": "milattan önce",
  "M.S.": "milattan sonra",
  "A.Ş.": "anonim şirketi",
  "T.C.": "te ce",
  "K.K.T.C.": "ka ka te ce",
  Dr: "doktor",
  Prof: "profesör",
  Doç: "doçent",
  Av: "avukat",
  Sn: "sayın",
  Müh: "mühendis",
  Uzm: "uzman",
  Öğr: "öğretmen",
  Hz: "hazreti",
  St: "sent",
  Alb: "albay",
  Org: "orgeneral",
  Gen: "general",
  Yzb: "yüzbaşı",
  Bşk: "başkanı",
  Md: "müdürü",
  vb: "ve benzeri",
  vd: "ve diğerleri",
  vs: "vesaire",
  vds: "vesaire",
  bkz: "bakınız",
  Bkz: "bakınız",
  örn: "örneğin",
  Örn: "örneğin",
  yak: "yaklaşık",
  yy: "yüzyıl",
  çev: "çeviren",
  haz: "hazırlayan",
  No: "numara",
  no: "numara",
  Nr: "numara",
  Mah: "mahallesi",
  mah: "mahallesi",
  Cad: "caddesi",
  Cd: "caddesi",
  cad: "caddesi",
  Sok: "sokağı",
  Sk: "sokağı",
  sok: "sokağı",
  Apt: "apartmanı",
  Blv: "bulvarı",
  Bul: "bulvarı",
  Tel: "telefon",
  tel: "telefon",
  Fak: "fakültesi",
  Üni: "üniversitesi",
  Ltd: "limited",
  Şti: "şirketi",
  Tic: "ticaret",
  San: "sanayi",
  Paz: "pazarlama",
  İnş: "inşaat",
  max: "maksimum",
  min: "minimum",
  dk: "dakika",
  sn: "saniye",
  s: "sayfa",
};

/** Recognised without the point too. */
const WITHOUT_POINT: Readonly<Record<string, string>> = {
  vb: "ve benzeri",
  vs: "vesaire",
  bkz: "bakınız",
  Bkz: "bakınız",
  Dr: "doktor",
  Prof: "profesör",
  No: "numara",
};

const escaped = (names: readonly string[]) =>
  [...names]
    .sort((left, right) => right.length - left.length)
    .map((name) => name.replaceAll(".", String.raw`\.`));

const dotted = Object.keys(WITH_POINT).filter((name) => name.endsWith("."));
const plain = Object.keys(WITH_POINT).filter((name) => !name.endsWith("."));

/** "s." alone is too often a name's initial: it is a page only before a number. */
const pointed = plain.map((name) => (name === "s" ? String.raw`s(?=\. ?\d)` : name));

/** "ve benzeri." at the end of a sentence keeps its point, as the next sentence begins with a capital or there is none. */
const ENDS_SENTENCE = String.raw`(?<end>\.(?=\s+\p{Lu}|\s*$))`;
const LISTING = String.raw`(?:vb|vd|vs|vds)`;

/** Abbreviations, longest first; the point goes with them unless it ends the sentence as well. */
export const abbreviationRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?<short>${escaped(dotted).join("|")})(?:['’](?<suffix>\\p{Ll}+))?`,
      "gu",
    ),
    speak: ({ short = "", suffix }) => withHarmonisedSuffix(WITH_POINT[short] ?? short, suffix),
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\d])(?<short>${LISTING})${ENDS_SENTENCE}`, "gu"),
    speak: ({ short = "" }) => `${WITH_POINT[short] ?? short}.`,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?<short>${pointed.join("|")})(?:\\.:?|:)(?!\\p{L}{1,3}\\.)`,
      "gu",
    ),
    speak: ({ short = "" }) => `${WITH_POINT[short] ?? short} `,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?<short>${Object.keys(WITHOUT_POINT).join("|")})(?![\\p{L}\\d.'’])`,
      "gu",
    ),
    speak: ({ short = "" }) => WITHOUT_POINT[short] ?? short,
  },
];
