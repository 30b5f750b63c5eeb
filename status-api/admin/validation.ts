import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { fitText } from "#monitor/domain/outside-text.ts";
import { accepts } from "#schema-reader/accepts.ts";
import { type Fault, placeOf, schemaOf } from "#schema-reader/fault.ts";
import { fromText } from "#schema-reader/from-text.ts";
import { readBySchema } from "#schema-reader/read.ts";
import { AdminError, invalidField } from "./admin-error.ts";

/** Validates a part of a request; the error names the first field at fault and what it takes. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> =
  ({ schema, httpPart }) =>
  (given: unknown) => {
    // A step may be requested without a body.
    const sent = httpPart === "body" ? (given ?? {}) : { ...Object(given) };
    const faults: Fault[] = [];
    const value = readBySchema(schema, sent, {
      onFault: (fault) => faults.push(fault),
      convert: (text, trail) =>
        httpPart !== "body" && typeof text === "string" ? fromText(schemaOf(trail), text) : text,
    });
    const [fault] = faults;
    if (fault !== undefined) return { error: refusalOf(fault) };
    const place = placeOfUnstorable(value);
    if (place === undefined) return { value: fitValue(value) };
    const what = "has the character U+0000 or half a surrogate pair in it";
    return { error: invalidField(place.join("."), what) };
  };

/** Returns the value with every text made fit for its outputs (pages, mails, feeds, calendars). */
function fitValue(value: unknown): unknown {
  if (typeof value === "string") return fitText(value);
  if (Array.isArray(value)) return value.map(fitValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fitValue(inner)]));
}

/** Returns the path of the first text that JSON can hold but no database can store; undefined for none. */
function placeOfUnstorable(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") {
    return value.includes("\0") || !value.isWellFormed() ? [] : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const place = placeOfUnstorable(inner);
    if (place !== undefined) return [name, ...place];
  }
  return undefined;
}

function refusalOf(fault: Fault): AdminError {
  const { keyword, names, trail } = fault;
  const place = placeOf(trail);
  const param = place.join(".");
  const [name = ""] = names;
  const field = [...place, name].join(".");
  if (keyword === "required") {
    return new AdminError("missing_field", `${field} is missing`, { param: field });
  }
  if (keyword === "additionalProperties") {
    const known = Object.keys(schemaOf(trail).properties ?? {}).join(", ");
    const allowed = known === "" ? "there are none" : `there are ${known}`;
    return new AdminError("unknown_field", `${field} is not a field here; ${allowed}`, {
      param: field,
    });
  }
  if (param === "") return new AdminError("invalid_request", "the body takes a JSON object");
  return invalidField(param, whatItTakes(fault));
}

function whatItTakes({ keyword, limit, message, names, trail }: Fault): string {
  if (keyword === "minLength") return "is empty";
  if (keyword === "maxLength") return `takes at most ${limit} characters`;
  if (keyword === "minItems") return `takes at least ${limit}`;
  if (keyword === "maxItems") return `takes at most ${limit}`;
  if (keyword === "uniqueItems") return "names one twice";
  if (keyword === "enum") return `takes ${names.join(", ")}`;
  return DESCRIBED.has(keyword) ? `takes ${accepts(schemaOf(trail))}` : message;
}

/** The keywords of which an error lists all that the schema accepts. */
const DESCRIBED: ReadonlySet<string> = new Set(["anyOf", "maximum", "minimum", "type"]);
