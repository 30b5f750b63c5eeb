/** Compound names end in a possessive, "Meclisi", "Yolları": their cases and plurals are formed differently. */

import heads from "../language/possessed-heads.json" with { type: "json" };
import { lastVowelOf, openVowelAfter } from "../language/turkish-letters.ts";

/** Last words without their possessive ending, where no pattern yields the bare form. */
const BARE: Readonly<Record<string, string>> = heads.bare;
const NOT_POSSESSED: ReadonlySet<string> = new Set(heads.notPossessed);

/** The last words of names of several words: Yolları, Başkanlığı, Birliği, Bankası, Federasyonu. */
const POSSESSED = /(?:yonu|l[ae]r[ıi]|l[ıiuü]ğ[ıiuü]|[aeıioöuü]ğ[ıiuü]|[aeıioöuü]s[ıiuü])$/u;
const SEVERAL_WORDS = /\p{L}[\s-]+\S+$/u;

/** Returns whether a name ends in a possessive. */
export function isPossessed(name: string): boolean {
  const last = lastWordOf(name);
  if (Object.hasOwn(BARE, last)) return true;
  if (!SEVERAL_WORDS.test(name) || NOT_POSSESSED.has(last)) return false;
  return POSSESSED.test(last);
}

/** Returns the plural of a name in the possessive: "Merkez Bankası" gives "Merkez Bankaları", "Birliği" gives "Birlikleri". */
export function pluralOfPossessed(name: string): string {
  if (/l[ae]r[ıi]$/u.test(name)) return name;
  const last = lastWordOf(name);
  const bare = BARE[last] ?? bareOf(last);
  const open = openVowelAfter(lastVowelOf(bare));
  const kept = sharedLength(last, bare);
  const stem = name.slice(0, name.length - last.length + kept) + bare.slice(kept);
  return `${stem}l${open}r${open === "a" ? "ı" : "i"}`;
}

/** Removes the possessive ending, and restores the k that it softened. */
function bareOf(possessed: string): string {
  const bare = possessed.replace(/(?<=[aeıioöuü])s[ıiuü]$|[ıiuü]$/u, "");
  return bare.replace(/ğ$/u, "k");
}

function lastWordOf(name: string): string {
  return (/\p{L}+$/u.exec(name)?.[0] ?? "").toLocaleLowerCase("tr");
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
