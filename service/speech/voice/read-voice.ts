/** Reads descriptions of a voice, or of how to speak. */

import type { Age, Gender, Manner, Speaker } from "../../engine/model/model.ts";
import { ageInYearsAt } from "./age-in-years.ts";
import { descriptionWords, type DescriptionWord } from "./description-words.ts";
import { blendManners } from "./manner-blend.ts";
import { expressionAt } from "./vocabulary.ts";
import { ARTICLES, type Trait } from "./voice-words.ts";

interface VoiceReading {
  readonly gender: Gender | undefined;
  readonly age: Age | undefined;
  readonly manner: Manner;
  /** The words that have no effect, as they were written, each once. */
  readonly ignored: readonly string[];
}

/** `voice` describes a speaker; `delivery` is how a given speaker speaks, so it changes no gender, age or vocal tract. */
type Scope = "voice" | "delivery";

interface Claim {
  readonly trait: Trait;
  degree: number;
  readonly words: readonly DescriptionWord[];
}

/** Degrees of negated words: "not deep" is a little high, "not too deep" only slightly. */
const CONTRARY = { ofMuch: -0.25, ofAny: -0.5 };
const MAX_DEGREE = 2;
/** Whether a claim is affirmed rather than negated. */
const isMeant = ({ degree }: Claim) => degree > 0;

/** Reads a description in Turkish or English. */
export function readVoice(text: string, scope: Scope): VoiceReading {
  const words = descriptionWords(text).filter(({ folded }) => !ARTICLES.has(folded));
  const reader = new ClaimReader();
  for (let at = 0; at < words.length;) at += reader.read(words, at);
  const { claims, unknown } = reader;
  const relevant = claims.map((claim) => ({ ...claim, trait: within(scope, claim.trait) }));
  const meaningless = relevant.filter(({ trait }) => Object.keys(trait).length === 0);
  return {
    gender: genderOf(relevant),
    age: relevant.findLast((claim) => claim.trait.age !== undefined && isMeant(claim))?.trait.age,
    manner: blendManners(relevant),
    ignored: writtenOnce(words, [...unknown, ...meaningless.flatMap((claim) => claim.words)]),
  };
}

function within(scope: Scope, trait: Trait): Trait {
  if (scope === "voice") return trait;
  const { gender: _gender, age: _age, tractLengthFactor: _tractLength, ...delivery } = trait;
  return delivery;
}

/** Returns the last gender that is affirmed; where all are negated, the opposite of the last one. */
function genderOf(claims: readonly Claim[]): Gender | undefined {
  const named = claims.filter(({ trait }) => trait.gender !== undefined);
  const meant = named.findLast(isMeant)?.trait.gender;
  if (meant !== undefined) return meant;
  const denied = named.at(-1)?.trait.gender;
  if (denied === undefined) return undefined;
  return denied === "female" ? "male" : "female";
}

function writtenOnce(
  words: readonly DescriptionWord[],
  some: readonly DescriptionWord[],
): readonly string[] {
  const chosen = new Set(some);
  return [...new Set(words.filter((word) => chosen.has(word)).map(({ written }) => written))];
}

/** Designs the voice of a description; spacing, punctuation and capitals do not change it. */
export function designVoice(description: string): {
  readonly speaker: Extract<Speaker, { kind: "designed" }>;
  readonly manner: Manner;
  readonly ignored: readonly string[];
} {
  const { gender, age, manner, ignored } = readVoice(description, "voice");
  return { speaker: { kind: "designed", gender, age, seed: seedOf(description) }, manner, ignored };
}

/** Returns the 32-bit FNV-1a hash of the words. */
function seedOf(description: string): number {
  const words = descriptionWords(description).map(({ folded }) => folded);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(words.join(" "))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Reads a description's words in order, and keeps the modifiers of the next one. */
class ClaimReader {
  readonly claims: Claim[] = [];
  readonly unknown: DescriptionWord[] = [];
  #degree = 1;
  #isNegated = false;
  #claimsBeforeClause = 0;

  /** Reads the expression at a word and returns how many words it has. */
  read(words: readonly DescriptionWord[], at: number): number {
    if (words[at]?.beginsClause === true) this.#beginClause();
    const years = ageInYearsAt(words, at);
    if (years !== undefined) {
      this.#claim({ age: years.age }, 1, words.slice(at, at + years.length));
      return years.length;
    }
    const found = expressionAt(words, at);
    if (found === undefined) {
      this.unknown.push(...words.slice(at, at + 1));
      return 1;
    }
    const { sense, ending, length } = found;
    if (sense.trait !== undefined) {
      const degree = ending.isNegated ? CONTRARY.ofAny : ending.degree;
      this.#claim(sense.trait, degree, words.slice(at, at + length));
    }
    this.#degree *= sense.factor ?? 1;
    if (sense.negates === "next") this.#isNegated = true;
    if (sense.negates === "previous") this.#denyLast();
    return length;
  }

  #beginClause(): void {
    this.#degree = 1;
    this.#isNegated = false;
    this.#claimsBeforeClause = this.claims.length;
  }

  #claim(trait: Trait, degree: number, words: readonly DescriptionWord[]): void {
    const meant = Math.min(this.#degree * degree, MAX_DEGREE);
    this.claims.push({ trait, degree: this.#isNegated ? contrary(meant) : meant, words });
    this.#degree = 1;
    this.#isNegated = false;
  }

  #denyLast(): void {
    const last = this.claims.at(-1);
    if (last === undefined || this.claims.length === this.#claimsBeforeClause) return;
    last.degree = contrary(last.degree);
  }
}

function contrary(degree: number): number {
  if (degree < 0) return -degree;
  return degree > 1 ? CONTRARY.ofMuch : CONTRARY.ofAny;
}
