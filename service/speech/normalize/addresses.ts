/** E-mail and web addresses, account names, hashtags and names of files. */

import addresses from "../language/addresses.json" with { type: "json" };
import { isUnspeakable, spelled } from "./letter-names.ts";
import { afterZeros } from "./numbers.ts";
import { SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

const SIGNS = new Map(Object.entries(addresses.signs));

/** Parts that have a reading of their own. */
const KNOWN_PARTS = new Map(Object.entries(addresses.parts));

function speakAddress({ address = "", suffix }: Groups): string {
  const bare = address.replace(/^https?:\/\//iu, "").replace(/\/$/u, "");
  const parts = bare.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? [];
  return withSuffix(parts.map(speakPart).filter(Boolean).join(" "), suffix);
}

function speakPart(part: string): string {
  const lower = part.toLowerCase();
  if (/^\d+$/.test(part)) return afterZeros(part);
  return SIGNS.get(part) ?? KNOWN_PARTS.get(lower) ?? (isUnspeakable(part) ? spelled(part) : lower);
}

const TOP_LEVEL = addresses.topLevelDomains.join("|");
const HOST = String.raw`[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:${TOP_LEVEL})(?![\p{L}\d])`;
const FILE_ENDINGS = addresses.fileEndings.join("|");

/** info@ornek.com.tr, https://ornek.com/yol, www.ornek.com, ornek.com, @ornek, #gündem and rapor.pdf. */
export const addressRules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<address>[\\p{L}\\d._%+-]{1,64}@${HOST})${SUFFIX}`, "gu"),
    speak: speakAddress,
  },
  {
    pattern: new RegExp(
      String.raw`(?<address>https?://[^\s,;<>"')]+[^\s,;<>"').?!])${SUFFIX}`,
      "giu",
    ),
    speak: speakAddress,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d.-])(?<address>${HOST}(?:/[\\p{L}\\d_/-]+)?)${SUFFIX}`,
      "gu",
    ),
    speak: speakAddress,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d.-])(?<address>[\p{L}\d_-]{1,64}\.(?:${FILE_ENDINGS}))(?![\p{L}\d])${SUFFIX}`,
      "gu",
    ),
    speak: speakAddress,
  },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}\d])(?<address>@[\p{L}\d_]+)${SUFFIX}`, "gu"),
    speak: speakAddress,
  },
  {
    pattern: /(?<![\p{L}\d])#(?=\p{L})/gu,
    speak: () => "",
  },
];
