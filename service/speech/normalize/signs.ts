/** Unifies the ways a sign can be typed, before anything is read: dashes, quotes, spaces, line breaks, look-alikes. */

import { withoutMarkdown } from "./markdown.ts";
import { ORDINAL_NOUN } from "./ordinals.ts";

/** Full-width, mathematical, enclosed and ligature characters, which are replaced by plain ones. */
const LOOK_ALIKES =
  /[\uff01-\uff5e\ufb00-\ufb06\u2460-\u2473ſ\u212a\u2126]|[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/gu;

/** Numbers with no-break or thin spaces between their thousands. */
const SPACED_THOUSANDS =
  /(?<![\d.,\u00a0\u2009\u202f])\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?![\d\u00a0\u2009\u202f])/gu;

const STARTS_ORDINAL_NOUN = new RegExp(`^${ORDINAL_NOUN}`, "u");

/** Emoticons that stand apart from words: ":)", ":-D" and "<3". */
const EMOTICONS = /(?<=^|\s)(?:[:;=]['’]?-?[)(\]DPpOo3*/|]+|<3+|[xX]D+|\^_*\^)(?=$|[\s.,!?])/gu;

/** Returns the text with one apostrophe, one kind of space, plain letters, and a point where a line ends a sentence. */
export function unifySigns(text: string): string {
  return plainCharacters(withoutMarkdown(text))
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replace(EMOTICONS, " ")
    .replace(/(?<=[\p{L}.!?])\[\d{1,3}\]/gu, "")
    .replace(/(?<=^[ \t]*\d{1,3})[.)](?=[ \t]+\p{Lu})/gmu, listMark)
    .replace(/(?<![.?!…:,;\s])[ \t]*\n\s*(?=\n|[\p{Lu}\d•▪●*–—-])/gu, ".\n")
    .replace(/^\s*[•▪●*–—-]\s+/gmu, "")
    .replace(/\s+/gu, " ");
}

function plainCharacters(text: string): string {
  return text
    .replace(SPACED_THOUSANDS, (number) => number.replaceAll(/\s/gu, "."))
    .replace(LOOK_ALIKES, (sign) => sign.normalize("NFKC"))
    .normalize("NFC")
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|\p{M}/gu, "")
    .replace(/[’‘ʼ`´′＇]/gu, "'")
    .replace(/(?<=\p{L})[”"»](?=\p{Ll}{1,6}(?!\p{L}))/gu, "'")
    .replace(/[‐‑‒−]/gu, "-");
}

/** "1. Süt" opens an item of a list, where "1. Dünya Savaşı" does not. */
function listMark(mark: string, at: number, whole: string): string {
  const after = whole.slice(at + 1, at + 60).trimStart();
  return mark === "." && STARTS_ORDINAL_NOUN.test(after) ? mark : ",";
}
