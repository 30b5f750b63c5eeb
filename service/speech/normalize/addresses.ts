/** E-mail and web addresses. */

import { afterZeros } from "./numbers.ts";
import type { Rule } from "./rule.ts";
import { isUnspeakable, spelled } from "./spelling.ts";
import { withSuffix } from "./suffix.ts";

const SIGNS: Readonly<Record<string, string>> = {
  ".": "nokta",
  "@": "et",
  "-": "tire",
  _: "alt çizgi",
  "/": "bölü",
  "+": "artı",
  "?": "soru işareti",
  "=": "eşittir",
  "&": "ve",
  ":": "iki nokta",
  "%": "yüzde",
  "#": "diyez",
  "~": "tilde",
};

/** Parts that have a reading of their own. */
const KNOWN_PARTS: Readonly<Record<string, string>> = {
  com: "kom",
  org: "org",
  net: "net",
  gov: "gov",
  edu: "edu",
  www: "ve ve ve",
  gmail: "cimeyil",
  hotmail: "hotmeyil",
  html: "ha te me le",
};

function speakAddress({
  address = "",
  suffix,
}: Readonly<Record<string, string | undefined>>): string {
  const bare = address.replace(/^https?:\/\//iu, "").replace(/\/$/u, "");
  const parts = bare.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? [];
  return withSuffix(parts.map(speakPart).filter(Boolean).join(" "), suffix);
}

function speakPart(part: string): string {
  const lower = part.toLowerCase();
  if (/^\d+$/.test(part)) return afterZeros(part);
  return SIGNS[part] ?? KNOWN_PARTS[lower] ?? (isUnspeakable(part) ? spelled(part) : lower);
}

const HOST = String.raw`[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:com|org|net|edu|gov|info|io|tr|de|uk|eu|co|app|dev|biz|tv|ai)\b`;
const SUFFIX = String.raw`(?:['’](?<suffix>\p{Ll}+))?`;

/** info@ornek.com.tr, https://ornek.com/yol, www.ornek.com and ornek.com. */
export const addressRules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<address>[\\p{L}\\d._%+-]+@${HOST})${SUFFIX}`, "gu"),
    speak: speakAddress,
  },
  {
    pattern: new RegExp(
      String.raw`(?<address>https?://[^\s,;<>"'’)]+[^\s,;<>"'’).?!])${SUFFIX}`,
      "giu",
    ),
    speak: speakAddress,
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\d])(?<address>${HOST}(?:/[\\p{L}\\d_/-]+)?)${SUFFIX}`, "gu"),
    speak: speakAddress,
  },
];
