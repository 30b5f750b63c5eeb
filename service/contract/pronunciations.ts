import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { PRONUNCIATION_LANGUAGE } from "../speech/pronunciations/pronunciation-fields.ts";
import { listOf, PAGE_QUERY, Timestamp } from "./lists.ts";
import type { Operation } from "./operation.ts";

const tag = "Pronunciations";

const word = Type.String({ minLength: 1, maxLength: LIMITS.pronouncedWordCharacters });
const saying = { minLength: 1, maxLength: LIMITS.pronunciationCharacters };
const alias = Type.String({ ...saying, description: "Other words to speak in its place." });
const ipa = Type.String({ ...saying, description: "Its sounds in IPA." });
const language = Type.Literal(PRONUNCIATION_LANGUAGE);
const options = {
  language: Type.Optional(language),
  case_sensitive: Type.Optional(Type.Boolean({ default: false })),
  word_boundaries: Type.Optional(Type.Boolean({ default: true })),
};

/** A pronunciation as a client writes it; `parsePronunciation` reads it. */
export const PronunciationInput = Type.Object(
  { word, alias: Type.Optional(alias), ipa: Type.Optional(ipa), ...options },
  {
    oneOf: [{ required: ["alias"] }, { required: ["ipa"] }],
    description: "How a word is spoken: exactly one of alias and ipa.",
  },
);

/** The field `pronunciations`; `parseRequestedPronunciations` reads it. */
export const RequestedPronunciationsField = Type.Array(
  Type.Union([Type.String({ description: "The id of an entry." }), PronunciationInput]),
  {
    maxItems: LIMITS.pronunciationsPerRequest,
    description:
      "Absent: the account's dictionary. Empty: none. Else ids and entries, of which the latter win.",
  },
);

const rule = {
  word,
  alias: Type.Optional(alias),
  ipa: Type.Optional(ipa),
  case_sensitive: Type.Boolean(),
  word_boundaries: Type.Boolean(),
};

/** An entry of an account's dictionary. */
export const PronunciationBody = Type.Object({
  object: Type.Literal("pronunciation"),
  id: Type.String({ pattern: "^pron_" }),
  ...rule,
  language,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** What becomes of a text before it is spoken. */
export const PronunciationPreview = Type.Object({
  object: Type.Literal("pronunciation.preview"),
  input: Type.String(),
  text: Type.String({ description: "The text with its replacements." }),
  spoken: Type.String({ description: "The words that are spoken." }),
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

const PronunciationDeleted = Type.Object({
  id: Type.String(),
  object: Type.Literal("pronunciation.deleted"),
  deleted: Type.Literal(true),
});
const pathParameters = { id: Type.String({ description: "The id of an entry." }) };
const entry = { "application/json": PronunciationBody };
const STORE = "pronunciation_store_unavailable";

export const pronunciationSchemas = {
  Pronunciation: PronunciationBody,
  PronunciationInput,
  PronunciationPreview,
};

export const pronunciationOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/v1/pronunciations",
    id: "createPronunciation",
    tag,
    summary: "Add a pronunciation to the dictionary",
    access: "account",
    counted: "requests",
    isRepeatable: true,
    body: { "application/json": PronunciationInput },
    answer: { status: 201, description: "The new entry.", content: entry },
    errors: ["invalid_pronunciations", "pronunciation_limit_reached", STORE],
  },
  {
    method: "get",
    path: "/v1/pronunciations",
    id: "listPronunciations",
    tag,
    summary: "List the dictionary",
    access: "account",
    counted: "requests",
    query: PAGE_QUERY,
    answer: {
      status: 200,
      description: "A page of the list.",
      content: { "application/json": listOf(PronunciationBody) },
    },
    errors: [STORE],
  },
  {
    method: "get",
    path: "/v1/pronunciations/{id}",
    id: "readPronunciation",
    tag,
    summary: "Read an entry",
    access: "account",
    counted: "requests",
    pathParameters,
    answer: { status: 200, description: "The entry.", content: entry },
    errors: ["unknown_pronunciation", STORE],
  },
  {
    method: "patch",
    path: "/v1/pronunciations/{id}",
    id: "changePronunciation",
    tag,
    summary: "Change an entry",
    description: "What is absent stays; alias and ipa take each other's place.",
    access: "account",
    counted: "requests",
    pathParameters,
    body: {
      "application/json": Type.Object({
        word: Type.Optional(word),
        alias: Type.Optional(alias),
        ipa: Type.Optional(ipa),
        ...options,
      }),
    },
    answer: { status: 200, description: "The changed entry.", content: entry },
    errors: ["invalid_pronunciations", "unknown_pronunciation", STORE],
  },
  {
    method: "delete",
    path: "/v1/pronunciations/{id}",
    id: "deletePronunciation",
    tag,
    summary: "Delete an entry",
    access: "account",
    counted: "requests",
    pathParameters,
    answer: {
      status: 200,
      description: "The entry is gone.",
      content: { "application/json": PronunciationDeleted },
    },
    errors: ["unknown_pronunciation", STORE],
  },
  {
    method: "post",
    path: "/v1/pronunciations/preview",
    id: "previewPronunciations",
    tag,
    summary: "Show what becomes of a text",
    access: "credential",
    counted: "requests",
    body: {
      "application/json": Type.Object({
        input: Type.String({ minLength: 1, maxLength: LIMITS.inputCharacters }),
        pronunciations: Type.Optional(RequestedPronunciationsField),
      }),
    },
    answer: {
      status: 200,
      description: "The text after substitution.",
      content: { "application/json": PronunciationPreview },
    },
    errors: ["input_too_long", "invalid_pronunciations", STORE],
  },
];
