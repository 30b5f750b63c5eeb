import { LIMITS } from "../../contract/limits.ts";
import { isPossessed } from "../normalize/possession.ts";
import { withSuffix } from "../normalize/suffix.ts";
import { ApiError } from "../../contract/errors.ts";
import { codePoints } from "#schema-reader/code-points.ts";
import type { PronunciationRule } from "./pronunciation.ts";
import { composed } from "./text-units.ts";
import type { WordIndex } from "./word-index.ts";

/** A part of a text: as it is written, or a word that is spoken from IPA. */
export type TextPart = string | { readonly written: string; readonly ipa: string };

interface Substitution {
  readonly parts: readonly TextPart[];
  readonly replacements: readonly { readonly rule: PronunciationRule; readonly written: string }[];
}

const SUFFIX = /^['’‘ʼ`´′＇](?<suffix>\p{Ll}+)(?!\p{L})/u;

/**
 * Replaces the words that rules match, in a single pass; throws ApiError (invalid_pronunciations) if the text grows too long.
 */
export function substitute(written: string, index: WordIndex): Substitution {
  const text = composed(written);
  const parts: TextPart[] = [];
  const replacements: Substitution["replacements"][number][] = [];
  let at = 0;
  for (const { rule, start, end } of index.find(text)) {
    const word = text.slice(start, end);
    replacements.push({ rule, written: word });
    parts.push(text.slice(at, start));
    at = end;
    if (rule.ipa !== undefined) {
      parts.push({ written: word, ipa: rule.ipa });
      continue;
    }
    const { suffix, rest } = takeSuffix(text.slice(end));
    parts.push(withFittingSuffix(rule.alias, suffix));
    at = text.length - rest.length;
  }
  parts.push(text.slice(at));
  refuseOvergrown(parts);
  return { parts: parts.filter((part) => part !== ""), replacements };
}

/** Takes the ending off a text that begins with an apostrophe and one. */
export function takeSuffix(text: string): {
  readonly suffix: string | undefined;
  readonly rest: string;
} {
  const found = SUFFIX.exec(text);
  return { suffix: found?.groups?.["suffix"], rest: text.slice(found?.[0].length ?? 0) };
}

function refuseOvergrown(parts: readonly TextPart[]): void {
  const max = LIMITS.substitutedCharacters;
  if (codePoints(readableText(parts)) <= max) return;
  throw new ApiError(
    "invalid_pronunciations",
    `The pronunciations make the text longer than ${max} characters.`,
    "pronunciations",
  );
}

/** Returns the text for display, with IPA between slashes. */
export function readableText(parts: readonly TextPart[]): string {
  return parts.map((part) => (typeof part === "string" ? part : `/${part.ipa}/`)).join("");
}

/**
 * Adapts a suffix to an alias: with "Amerika" for ABD, "ABD'ye" becomes "Amerika'ya". After digits and capitals the suffix is
 * kept, as their reading is decided later. Compounds have their own cases: "TBMM'ye" becomes "… Meclisi'ne".
 */
export function withFittingSuffix(alias: string, suffix: string | undefined): string {
  if (suffix === undefined) return alias;
  if (!/\p{Ll}$/u.test(alias)) return `${alias}'${suffix}`;
  const joined = withSuffix(alias, suffix, isPossessed(alias));
  if (joined === alias || !joined.startsWith(alias)) return joined;
  return `${alias}'${joined.slice(alias.length)}`;
}
