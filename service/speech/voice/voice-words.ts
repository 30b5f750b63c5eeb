/** The vocabulary of descriptions, with the meanings of the words. */

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

/** Changes of a voice by a word; absent fields change nothing. */
export type Trait = Readonly<Static<typeof TraitSchema>>;

/** The effect of an expression in a description; one without fields has none. */
export interface Sense {
  readonly trait?: Trait;
  /** Multiplies the degree of the next trait; below 0 the opposite is meant. */
  readonly factor?: number;
  readonly negates?: "next" | "previous";
}

/** Expressions of one sense, with any ending; a hyphen at the end marks the stem of a Turkish verb: fısılda-. */
interface VoiceWords {
  readonly sense: Sense;
  readonly turkish: readonly string[];
  readonly english: readonly string[];
}

/** Returns the schema of a table of words, against which it is checked when loaded. */
function tableOf<Meaning extends TSchema>(means: Meaning) {
  const words = Type.Array(Type.String());
  return Type.Array(Type.Object({ means, turkish: words, english: words }));
}

const degrees = Value.Parse(tableOf(Type.Number()), degree);
const negations = Value.Parse(tableOf(Type.Enum(["next", "previous"])), negation);
const traits = [gender, age, pitch, range, pace, tractLength, brightness, breath, mood, occasion];

/** All words with a sense; for a word in several tables, the first one wins. */
export const VOICE_WORDS: readonly VoiceWords[] = [
  ...degrees.map(({ means, ...words }) => ({ ...words, sense: { factor: means } })),
  ...negations.map(({ means, ...words }) => ({ ...words, sense: { negates: means } })),
  ...traits
    .flatMap((table) => Value.Parse(tableOf(TraitSchema), table))
    .map(({ means, ...words }) => ({ ...words, sense: { trait: means } })),
  { ...functionWords, sense: {} },
];

/** Words that are skipped, as they may occur inside an expression without being part of it. */
export const ARTICLES: ReadonlySet<string> = new Set(functionWords.articles);
