import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { deleted, listOf, PageQuery } from "./lists.ts";
import { json, type Operation } from "./operation.ts";
import { changesOf, Timestamp } from "./schema.ts";

const TAG = "Pronunciations";

export const PRONUNCIATION_LANGUAGE = "tr";

export const InputText = Type.String({
  minLength: 1,
  maxLength: LIMITS.inputCharacters,
  pattern: String.raw`\S`,
  "x-too-long": "input_too_long",
  "x-takes": "a string that is not empty",
});

const word = Type.String({ minLength: 1, maxLength: LIMITS.pronouncedWordCharacters });
const SAYING = { minLength: 1, maxLength: LIMITS.pronunciationCharacters };
const alias = Type.String({ ...SAYING, description: "Other words to speak in its place." });
const ipa = Type.String({ ...SAYING, description: "Its sounds in IPA." });
const language = Type.Literal(PRONUNCIATION_LANGUAGE);
const REFUSED = { "x-error": "invalid_pronunciations" } as const;

export const PronunciationInput = Type.Object(
  {
    word,
    alias: Type.Optional(alias),
    ipa: Type.Optional(ipa),
    language: Type.Optional(language),
    case_sensitive: Type.Boolean({ default: false }),
    word_boundaries: Type.Boolean({ default: true }),
  },
  {
    ...REFUSED,
    oneOf: [{ required: ["alias"] }, { required: ["ipa"] }],
    description: "How a word is spoken: exactly one of alias and ipa.",
  },
);

export const PronunciationChange = Type.Object(changesOf(PronunciationInput).properties, REFUSED);

/** The field `pronunciations` of a request. */
export const RequestedPronunciations = Type.Array(
  Type.Union([Type.String({ description: "The id of an entry." }), PronunciationInput]),
  {
    ...REFUSED,
    maxItems: LIMITS.pronunciationsPerRequest,
    "x-takes": `an array of at most ${LIMITS.pronunciationsPerRequest} ids or entries`,
    description:
      "Absent: the account's dictionary. Empty: none. Else ids and entries, of which the latter win.",
  },
);

export const PreviewRequest = Type.Object({
  input: InputText,
  pronunciations: Type.Optional(RequestedPronunciations),
});

const rule = {
  word,
  alias: Type.Optional(alias),
  ipa: Type.Optional(ipa),
  case_sensitive: Type.Boolean(),
  word_boundaries: Type.Boolean(),
};

export const PronunciationBody = Type.Object({
  object: Type.Literal("pronunciation"),
  id: Type.String({ pattern: "^pron_" }),
  ...rule,
  language,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The changes that are made to a text before it is spoken. */
export const PronunciationPreview = Type.Object({
  object: Type.Literal("pronunciation.preview"),
  input: Type.String(),
  text: Type.String({ description: "The text with its replacements." }),
  spoken: Type.String({ description: "The words that are spoken." }),
  ipa: Type.String({
    description: "Their sounds in IPA: ˈ before the stressed syllable, ː behind a long vowel.",
  }),
  replacements: Type.Array(
    Type.Object({
      id: Type.Union([Type.String(), Type.Null()], {
        description: "Null for an entry that the request brought.",
      }),
      written: Type.String({ description: "The word as the text has it." }),
      ...rule,
    }),
  ),
});

const PronunciationDeleted = deleted("pronunciation");
const STORE = "pronunciation_store_unavailable";

export const pronunciationSchemas = {
  Pronunciation: PronunciationBody,
  PronunciationInput,
  PronunciationPreview,
};

const DICTIONARY = {
  path: "/v1/pronunciations",
  tag: TAG,
  access: "account",
  counted: { collection: "pronunciations" },
} as const;
const entry = {
  ...DICTIONARY,
  path: "/v1/pronunciations/{id}",
  pathParameters: { id: Type.String({ description: "The id of an entry." }) },
  errors: ["unknown_pronunciation", STORE],
} as const;

export const pronunciationOperations = {
  createPronunciation: {
    method: "post",
    ...DICTIONARY,
    summary: "Add a pronunciation to the dictionary",
    isRepeatable: true,
    body: { "application/json": PronunciationInput },
    answer: json("The new entry.", PronunciationBody, 201),
    errors: ["pronunciation_limit_reached", STORE],
  },
  listPronunciations: {
    method: "get",
    ...DICTIONARY,
    summary: "List the dictionary",
    query: PageQuery,
    answer: json("A page of the list.", listOf(PronunciationBody)),
    errors: [STORE],
  },
  readPronunciation: {
    method: "get",
    ...entry,
    summary: "Read an entry",
    answer: json("The entry.", PronunciationBody),
  },
  changePronunciation: {
    method: "patch",
    ...entry,
    summary: "Change an entry",
    description: "Omitted fields keep their value; setting alias clears ipa and vice versa.",
    body: {
      "application/json": PronunciationChange,
    },
    answer: json("The changed entry.", PronunciationBody),
  },
  deletePronunciation: {
    method: "delete",
    ...entry,
    summary: "Delete an entry",
    answer: json("The entry is gone.", PronunciationDeleted),
  },
  previewPronunciations: {
    method: "post",
    path: "/v1/pronunciations/preview",
    tag: TAG,
    summary: "Preview pronunciation",
    access: "credential",
    counted: { collection: "pronunciations" },
    body: {
      "application/json": PreviewRequest,
    },
    answer: json("The text after substitution.", PronunciationPreview),
    errors: ["unknown_pronunciation", STORE],
  },
} as const satisfies Readonly<Record<string, Operation>>;
