/** Names and words of other languages that Turkish says otherwise than it would read them. */

import { SUFFIX, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

/** By the word in lower case (of the Latin alphabet, where I is i). */
const READINGS: Readonly<Record<string, string>> = {
  apple: "epıl",
  blockchain: "blokçeyn",
  bluetooth: "blutut",
  byte: "bayt",
  by: "bay",
  chat: "çet",
  chatbot: "çetbot",
  chatgpt: "çet ci pi ti",
  cloud: "klaud",
  cookie: "kuki",
  download: "davnlod",
  ebay: "ibey",
  email: "imeyl",
  "e-mail": "imeyl",
  facebook: "feysbuk",
  feedback: "fidbek",
  github: "githab",
  google: "gugıl",
  hardware: "hardver",
  hashtag: "heştek",
  icloud: "ayklaud",
  imac: "aymek",
  ios: "ay o es",
  ipad: "ayped",
  iphone: "ayfon",
  javascript: "cavaskript",
  laptop: "leptop",
  linkedin: "linkdin",
  mail: "meyl",
  macos: "mek o es",
  macbook: "mekbuk",
  microsoft: "maykrosoft",
  my: "may",
  netflix: "netfliks",
  offline: "oflayn",
  online: "onlayn",
  openai: "opın ey ay",
  playstation: "pleysteyşın",
  server: "sörvır",
  smartphone: "smartfon",
  software: "softver",
  spotify: "spotifay",
  startup: "startap",
  tweet: "tivit",
  twitter: "tivitır",
  update: "apdeyt",
  website: "vebsayt",
  whatsapp: "vatsap",
  "wi-fi": "vayfay",
  wifi: "vayfay",
  windows: "vindovs",
  workshop: "vörkşop",
  youtube: "yutub",
  youtuber: "yutubır",
  zoom: "zum",
};

const ANY = Object.keys(READINGS)
  .sort((left, right) => right.length - left.length)
  .join("|");

/** Known words first, then names in mixed case come apart where a capital begins: "DenizBank" is two words. */
export const foreignWordRules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<![\\p{L}'-])(?<word>${ANY})(?![\\p{L}])${SUFFIX}`, "giu"),
    speak: ({ word = "", suffix }) =>
      withSuffix(READINGS[word.replaceAll("İ", "i").toLowerCase()] ?? word, suffix),
  },
  { pattern: /(?<=\p{Ll})(?=\p{Lu})/gu, speak: () => " " },
];
