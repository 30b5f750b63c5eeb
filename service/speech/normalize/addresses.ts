/** E-mail and web addresses, account names, hashtags and names of files. */

import addresses from "../language/addresses.json" with { type: "json" };
import { isUnspeakable, spelled } from "./letter-names.ts";
import { afterZeros } from "./numbers.ts";
import { SUFFIX, type Groups, type Rule } from "./rule.ts";

/** Names of signs in addresses and codes. */
export const SIGN_NAMES: Readonly<Record<string, string>> = addresses.signs;
const READINGS = new Map(Object.entries({ ...addresses.signs, ...addresses.parts }));

function speakAddress({ address = "" }: Groups): string {
  const bare = address.replace(/^https?:\/\/(?:www\.)?/iu, "").replace(/\/$/u, "");
  const parts = bare.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? [];
  return parts.map(speakPart).filter(Boolean).join(" ");
}

function speakPart(part: string): string {
  const lower = part.toLowerCase();
  if (/^\d+$/.test(part)) return afterZeros(part);
  return READINGS.get(lower) ?? (isUnspeakable(part) ? spelled(part) : lower);
}

const TOP_LEVEL = addresses.topLevelDomains.join("|");
const HOST = String.raw`(?!\d+\.\p{L}{2}(?![\p{L}.]))[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:${TOP_LEVEL})(?![\p{L}\d])`;
const FILE = String.raw`[\p{L}\d_-]{1,64}\.(?:${addresses.fileEndings.join("|")})`;
const ALONE = String.raw`(?<![\p{L}\d.-])`;

/** Addresses of mail and the web, files, account names and hashtags. */
export const addressRules: readonly Rule[] = [
  [`(?<address>[\\p{L}\\d._%+-]{1,64}@${HOST})${SUFFIX}`, speakAddress],
  [
    new RegExp(String.raw`(?<address>https?://[^\s,;<>"')]+[^\s,;<>"').?!])${SUFFIX}`, "giu"),
    speakAddress,
  ],
  [`${ALONE}(?<address>${HOST}(?:/[\\p{L}\\d_/-]+)?)${SUFFIX}`, speakAddress],
  [`${ALONE}(?<address>${FILE})(?![\\p{L}\\d])${SUFFIX}`, speakAddress],
  [String.raw`(?<![\p{L}\d])(?<address>@[\p{L}\d_]+)${SUFFIX}`, speakAddress],
  [/(?<![\p{L}\d])#(?=\p{L})/gu, ""],
];
