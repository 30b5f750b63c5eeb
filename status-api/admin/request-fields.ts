import { type Static, type TSchema, Type } from "typebox";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { nullable, object } from "../documents/document-schemas.ts";
import { AdminError, invalidField } from "./admin-error.ts";
import { type RequestedText, readText, translationFields } from "./text-fields.ts";

const MAX_NAME_CHARACTERS = 200;
const MAX_BODY_CHARACTERS = 10_000;
const MAX_COMPONENTS = 200;

const nameField = Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS });
const bodyField = Type.String({ minLength: 1, maxLength: MAX_BODY_CHARACTERS });
const nameTranslations = translationFields("name", Type.Optional(nullable(nameField)));
const bodyTranslations = translationFields("body", Type.Optional(nullable(bodyField)));

/** The name and the text of an incident or a maintenance, in every language. */
export const name = { name: nameField, ...nameTranslations };
export const optionalName = { name: Type.Optional(nameField), ...nameTranslations };
export const body = { body: bodyField, ...bodyTranslations };
export const optionalBody = { body: Type.Optional(bodyField), ...bodyTranslations };

export const timeField = Type.String({ minLength: 1, maxLength: 40 });

export const componentsField = (minItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems,
    maxItems: MAX_COMPONENTS,
    uniqueItems: true,
  });

export const OneById = Type.Object({ id: Type.String() });

export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  /** The id of an item; only older ones are listed. */
  before: Type.Optional(Type.String({ minLength: 1 })),
};

/** The fields of a page of a list with numeric ids. */
export const numberedPageFields = {
  limit: pageFields.limit,
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
};

/** The fields of a query; callers may give undefined for optional ones. */
export type QueryOf<Query extends TSchema> = {
  readonly [Name in keyof Static<Query>]:
    | Static<Query>[Name]
    | (Static<Query> extends Record<Name, unknown> ? never : undefined);
};

/** The optional text of a step; without one, `silentText` is used. */
export const StepText = object(optionalBody);

/** Returns the text that a person gave; undefined for none. Throws AdminError where there are only translations. */
export function textOf(said: RequestedText<"body">): Translations | undefined {
  const text = readText("body", said);
  if (said.body !== undefined) return text;
  if (Object.keys(text).length === 0) return undefined;
  throw new AdminError("missing_field", "body is missing; there are only translations of it", {
    param: "body",
  });
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads a field with an ISO time and its offset as epoch milliseconds. Throws AdminError. */
export function timeOf<Text extends string | undefined>(
  field: string,
  text: Text,
): number | (Text & undefined) {
  if (text === undefined) return text as Text & undefined;
  const timeMs = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(timeMs)) return timeMs;
  throw invalidField(
    field,
    `is "${text}"; it takes an ISO 8601 time with its offset, like 2026-11-21T14:00:00Z or 2026-11-21T17:00+03:00`,
  );
}
