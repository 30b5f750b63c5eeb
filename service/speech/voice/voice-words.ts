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

/** What an expression does in a description; nothing where it has none of these. */
export interface Sense {
  readonly trait?: Trait;
  /** Multiplies how much of what follows is meant; below 0 the contrary is meant. */
  readonly factor?: number;
  readonly negates?: "next" | "previous";
}

/** Expressions of one sense, with any ending; a hyphen at the end marks the stem of a Turkish verb: fısılda-. */
interface VoiceWords {
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
const traits = [gender, age, pitch, range, pace, tractLength, brightness, breath, mood, occasion];

/** All words with a sense; of words that stand in several tables, those of the first count. */
export const VOICE_WORDS: readonly VoiceWords[] = [
  ...degrees.map(({ means, ...words }) => ({ ...words, sense: { factor: means } })),
  ...negations.map(({ means, ...words }) => ({ ...words, sense: { negates: means } })),
  ...traits
    .flatMap((table) => Value.Parse(tableOf(TraitSchema), table))
    .map(({ means, ...words }) => ({ ...words, sense: { trait: means } })),
  { ...functionWords, sense: {} },
];

/** Words that stand in the middle of an expression without being part of it. */
export const ARTICLES: ReadonlySet<string> = new Set(functionWords.articles);
