/** Names that are compounds end with a possession, "Meclisi", "Yolları": their cases and plurals are formed otherwise. */

import heads from "../language/possessed-heads.json" with { type: "json" };
import { lastVowelOf, openVowelAfter } from "../language/turkish-letters.ts";

/** What is possessed, for last words whose own form no pattern gives. */
const BARE: Readonly<Record<string, string>> = heads.bare;
const NOT_POSSESSED: ReadonlySet<string> = new Set(heads.notPossessed);

/** The last words of names of several words: Yolları, Başkanlığı, Birliği, Bankası, Federasyonu. */
const POSSESSED = /(?:yonu|l[ae]r[ıi]|l[ıiuü]ğ[ıiuü]|[aeıioöuü]ğ[ıiuü]|[aeıioöuü]s[ıiuü])$/u;
const SEVERAL_WORDS = /\p{L}[\s-]+\S+$/u;

/** Says whether a name ends with a possession. */
export function isPossessed(name: string): boolean {
  const last = lastWordOf(name);
  if (Object.hasOwn(BARE, last)) return true;
  if (!SEVERAL_WORDS.test(name) || NOT_POSSESSED.has(last)) return false;
  return POSSESSED.test(last);
}

/** Returns a possessed name in its plural: "Merkez Bankası" gives "Merkez Bankaları", "Birliği" gives "Birlikleri". */
export function pluralOfPossessed(name: string): string {
  if (/l[ae]r[ıi]$/u.test(name)) return name;
  const last = lastWordOf(name);
  const bare = BARE[last] ?? bareOf(last);
  const open = openVowelAfter(lastVowelOf(bare));
  const kept = sharedLength(last, bare);
  const stem = name.slice(0, name.length - last.length + kept) + bare.slice(kept);
  return `${stem}l${open}r${open === "a" ? "ı" : "i"}`;
}

/** Without the ending, and with the k that it made soft. */
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
