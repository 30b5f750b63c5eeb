import { Type, type Static } from "typebox";

const ratio = Type.Number({ minimum: 0 });
const interval = Type.Array(ratio, { minItems: 2, maxItems: 2 });
const count = Type.Integer({ minimum: 0 });

const ErrorRatios = {
  word_error_ratio: Type.Number({
    minimum: 0,
    description: "Word edits over the words that were said; above 1 when more was heard than said.",
  }),
  character_error_ratio: Type.Number({
    minimum: 0,
    description: "Character edits over the characters that were said, spaces included.",
  }),
};

/**
 * How well a model for transcription understands people: the field `people` of `measured` in its `model.json`, which
 * `npm run bench:people -- --write-card` writes. Every statement about it elsewhere is based on these figures.
 */
export const PeopleFigures = Type.Object(
  {
    corpus: Type.Optional(
      Type.String({
        minLength: 1,
        description: "Where the recordings are from, if it is a published corpus.",
      }),
    ),
    clips: Type.Integer({ minimum: 1, description: "Recordings." }),
    speakers: Type.Optional(
      Type.Integer({ minimum: 1, description: "Left out where the speakers are not known." }),
    ),
    men: Type.Optional(count),
    women: Type.Optional(count),
    words: Type.Integer({ minimum: 1, description: "Words that were said." }),
    ...ErrorRatios,
    word_error_interval: Type.Optional({
      ...interval,
      description: "95 % confidence: a bootstrap over speakers, or over clips without them.",
    }),
    character_error_interval: Type.Optional(interval),
    in_noise: Type.Optional(
      Type.Object(ErrorRatios, { description: "The same clips with noise at 10 dB." }),
    ),
    by_telephone: Type.Optional(
      Type.Object(ErrorRatios, {
        description: "The same clips as a telephone sends them: 300 to 3,400 Hz, G.711.",
      }),
    ),
    reference: Type.Optional(
      Type.Object(
        { model: Type.String({ minLength: 1 }), ...ErrorRatios },
        { description: "A model that many know, on the same clips." },
      ),
    ),
  },
  { description: "How well it transcribes Turkish as people speak it." },
);
export type PeopleFigures = Readonly<Static<typeof PeopleFigures>>;
