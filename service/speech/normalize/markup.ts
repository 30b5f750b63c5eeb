/** HTML and SSML in a text that is to be spoken: tags are taken out, entities decoded. */

import markup from "../language/markup.json" with { type: "json" };
import { anyOf } from "./rule.ts";

export interface PlainText {
  readonly text: string;
  /** Whether there was a tag or an entity. */
  readonly hadMarkup: boolean;
}

const { entities }: { readonly entities: Readonly<Record<string, string>> } = markup;
const PARTING: ReadonlySet<string> = new Set(markup.parting);
const SPACING: ReadonlySet<string> = new Set(markup.spacing);

/** An attribute needs a value, or "a<b ve b>c" would be a tag; only the listed ones may have none. */
const ATTRIBUTE = String.raw`\s+(?:[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+)|hidden|disabled|checked|selected|required|controls|open)(?=[\s/>])`;
/** Tags of HTML and SSML, and vendor extensions of SSML such as "amazon:effect". */
const NAME = String.raw`(?<name>${anyOf([...markup.parting, ...markup.spacing, ...markup.joining])}|[a-z]+:[a-z-]+)`;
const TAG = new RegExp(String.raw`<(?:/${NAME}\s*|${NAME}(?:${ATTRIBUTE})*\s*/?)>`, "giu");
/** Comments, declarations, and elements whose content browsers do not show. */
const UNSPOKEN = new RegExp(
  String.raw`<!--[^]*?-->|<\?xml[^>]*>|<!doctype[^>]*>|<(?<unspoken>${anyOf(markup.unspoken)})(?:\s[^>]*)?>[^]*?</\k<unspoken>\s*>`,
  "giu",
);
const ENTITY = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<named>[a-z]{2,8}\d{0,2}));/giu;

/** Returns a text without markup. Signs of comparison stay, as in "a < b ve b > c". */
export function withoutMarkup(text: string): PlainText {
  if (!/[<&]/u.test(text)) return { text, hadMarkup: false };
  const plain = text.replace(UNSPOKEN, "\n").replace(TAG, parted).replace(ENTITY, decoded);
  return plain === text ? { text, hadMarkup: false } : { text: plain.trim(), hadMarkup: true };
}

/** Replaces a tag: block tags separate sentences, spacing tags words; others may occur within a word. */
function parted(...found: unknown[]): string {
  const { name = "" } = found.at(-1) as { readonly name?: string };
  const lower = name.toLowerCase();
  if (SPACING.has(lower)) return " ";
  return PARTING.has(lower) ? "\n" : "";
}

function decoded(entity: string, ...found: unknown[]): string {
  const { decimal, hex, named = "" } = found.at(-1) as Readonly<Record<string, string | undefined>>;
  if (decimal !== undefined) return character(Number(decimal)) ?? entity;
  if (hex !== undefined) return character(Number.parseInt(hex, 16)) ?? entity;
  return (Object.hasOwn(entities, named) ? entities[named] : undefined) ?? entity;
}

/** Returns the character of a code point; undefined for one that no text may contain. */
function character(codePoint: number): string | undefined {
  const isText = codePoint >= 0x20 && codePoint <= 0x10_ff_ff && !isSurrogate(codePoint);
  if (isText) return String.fromCodePoint(codePoint);
  return [9, 10, 13].includes(codePoint) ? " " : undefined;
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd8_00 && codePoint <= 0xdf_ff;
}
