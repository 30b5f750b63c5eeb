import { Type } from "typebox";
import { AdminError } from "../../admin/admin-error.ts";
import { nullable } from "../../admin/answers.ts";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { type AskedText, readText, translationFields } from "../../admin/text-fields.ts";

/** Fields that several requests have, with their limits. */

const LONGEST_NAME = 200;
const LONGEST_BODY = 10_000;
const MOST_COMPONENTS = 200;

export const closed = { additionalProperties: false } as const;

export const nameField = Type.String({ minLength: 1, maxLength: LONGEST_NAME });
export const bodyField = Type.String({ minLength: 1, maxLength: LONGEST_BODY });
export const timeField = Type.String({ minLength: 1, maxLength: 40 });

/** The name and the body in the languages beside the first. */
export const nameTranslations = translationFields("name", Type.Optional(nullable(nameField)));
export const bodyTranslations = translationFields("body", Type.Optional(nullable(bodyField)));

export const componentsField = (minItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems,
    maxItems: MOST_COMPONENTS,
    uniqueItems: true,
  });

/** The address of one thing. */
export const OneById = Type.Object({ id: Type.String() });

/** How a list is paged. */
export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  before: Type.Optional(Type.String({ minLength: 1 })),
};

/** What may be said of a step; nothing says what the step always says. */
export const StepText = Type.Object(
  { body: Type.Optional(bodyField), ...bodyTranslations },
  closed,
);

/** What a person said; undefined when nothing. Throws AdminError for translations of nothing. */
export function textOf(said: AskedText<"body">): Translations | undefined {
  const text = readText("body", said);
  if (said.body !== undefined) return text;
  if (Object.keys(text).length === 0) return undefined;
  throw new AdminError("missing_field", "body is missing; there are only translations of it", {
    param: "body",
  });
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads a time with its offset as epoch milliseconds. Throws AdminError. */
export function timeOf(field: string, text: string): number {
  const timeMs = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(timeMs)) return timeMs;
  throw new AdminError(
    "invalid_field",
    `${field} is "${text}"; it takes an ISO 8601 time with its offset, like 2026-11-21T14:00:00Z or 2026-11-21T17:00+03:00`,
    { param: field },
  );
}

/** Reads a time that may be left out. Throws AdminError. */
export function optionalTimeOf(field: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : timeOf(field, text);
}
