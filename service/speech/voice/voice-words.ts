/** The words that a description is understood by, with what they mean. */

import { Type, type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { AGES, GENDERS } from "../../engine/model/model.ts";
import age from "../language/voice/age.json" with { type: "json" };
import breath from "../language/voice/breath.json" with { type: "json" };
import brightness from "../language/voice/brightness.json" with { type: "json" };
import degree from "../language/voice/degree.json" with { type: "json" };
import functionWords from "../language/voice/function-words.json" with { type: "json" };
import gender from "../language/voice/gender.json" with { type: "json" };
import mood from "../language/voice/mood.json" with { type: "json" };
import negation from "../language/voice/negation.json" with { type: "json" };
import occasion from "../language/voice/occasion.json" with { type: "json" };
import pace from "../language/voice/pace.json" with { type: "json" };
import pitch from "../language/voice/pitch.json" with { type: "json" };
import range from "../language/voice/range.json" with { type: "json" };
import tractLength from "../language/voice/tract-length.json" with { type: "json" };

const TraitSchema = Type.Object(
  {
    gender: Type.Optional(Type.Enum(GENDERS)),
    age: Type.Optional(Type.Enum(AGES)),
    pitchSemitones: Type.Optional(Type.Number()),
    rangeFactor: Type.Optional(Type.Number()),
    paceFactor: Type.Optional(Type.Number()),
    tractLengthFactor: Type.Optional(Type.Number()),
    brightnessDb: Type.Optional(Type.Number()),
    breathiness: Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
);

/** What a word says of a voice; what it does not say is left as it is. */
export type Trait = Readonly<Static<typeof TraitSchema>>;

/** Which word a negation stands beside. */
export type Negated = "next" | "previous";

/** What an expression does in a description. */
export type Sense =
  | { readonly kind: "trait"; readonly trait: Trait }
  /** Multiplies how much of what follows is meant; below 0 the contrary is meant. */
  | { readonly kind: "degree"; readonly factor: number }
  | { readonly kind: "negation"; readonly of: Negated }
  | { readonly kind: "nothing" };

/**
 * Expressions of one sense; several words with spaces between them are one expression.
 *
 * Every word stands for itself with any ending. A hyphen at the end marks the stem of a Turkish verb: fısılda-.
 */
export interface VoiceWords {
  readonly sense: Sense;
  readonly turkish: readonly string[];
  readonly english: readonly string[];
}

/** A table of words; what they mean is checked when it is loaded. */
function tableOf<Meaning extends TSchema>(means: Meaning) {
  const words = Type.Array(Type.String());
  return Type.Array(Type.Object({ means, turkish: words, english: words }));
}

const degrees = Value.Parse(tableOf(Type.Number()), degree);
const negations = Value.Parse(tableOf(Type.Enum(["next", "previous"])), negation);
const traits = [
  gender,
  age,
  pitch,
  range,
  pace,
  tractLength,
  brightness,
  breath,
  mood,
  occasion,
].flatMap((table) => Value.Parse(tableOf(TraitSchema), table));

/** All words with a sense; of words that stand in several tables, those of the first count. */
export const VOICE_WORDS: readonly VoiceWords[] = [
  ...degrees.map(({ means, ...words }) => withSense({ kind: "degree", factor: means }, words)),
  ...negations.map(({ means, ...words }) => withSense({ kind: "negation", of: means }, words)),
  ...traits.map(({ means, ...words }) => withSense({ kind: "trait", trait: means }, words)),
  withSense({ kind: "nothing" }, functionWords),
];

/** Words that stand in the middle of an expression without being part of it. */
export const ARTICLES: ReadonlySet<string> = new Set(functionWords.articles);

function withSense(sense: Sense, { turkish, english }: Omit<VoiceWords, "sense">): VoiceWords {
  return { sense, turkish, english };
}
