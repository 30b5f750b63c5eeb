import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { fitText } from "#monitor/domain/outside-text.ts";
import { AdminError } from "./admin-error.ts";

type Fault = ReturnType<typeof Value.Errors>[number];

/** Validates a part of a request; the error names the first field at fault and what it takes. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> =
  ({ schema, httpPart }) =>
  (given: unknown) => {
    // URL parameters are strings; a step may be requested without a body.
    const value =
      httpPart === "body"
        ? (given ?? {})
        : Value.Convert(schema, Value.Default(schema, { ...Object(given) }));
    if (!Value.Check(schema, value)) return { error: refusalOf(schema, value) };
    const place = placeOfUnstorable(value);
    if (place === undefined) return { value: fitValue(value) };
    const param = place.join(".");
    const message = `${param} has the character U+0000 or half a surrogate pair in it`;
    return { error: new AdminError("invalid_field", message, { param }) };
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

function refusalOf(schema: TSchema, value: unknown): AdminError {
  const faults = Value.Errors(schema, value).filter(({ keyword }) => keyword !== "boolean");
  const [fault] = faults;
  if (fault === undefined) return new AdminError("invalid_request", "The request is not valid.");
  const param = fieldOf(fault);
  if (fault.keyword === "required") {
    const missing = fault.params.requiredProperties[0] ?? "";
    const field = joined(param, missing);
    return new AdminError("missing_field", `${field} is missing`, { param: field });
  }
  if (fault.keyword === "additionalProperties") {
    const field = joined(param, fault.params.additionalProperties[0] ?? "");
    const known = Object.keys((schema as { properties?: object }).properties ?? {}).join(", ");
    const allowed = known === "" ? "there are none" : `there are ${known}`;
    return new AdminError("unknown_field", `${field} is not a field here; ${allowed}`, {
      param: field,
    });
  }
  if (param === "") return new AdminError("invalid_request", "the body takes a JSON object");
  return new AdminError("invalid_field", `${param} ${whatItTakes(fault)}`, { param });
}

function whatItTakes(fault: Fault): string {
  const { keyword } = fault;
  if (keyword === "enum") return `takes ${fault.params.allowedValues.join(", ")}`;
  if (keyword === "minLength") return "is empty";
  if (keyword === "maxLength") return `takes at most ${fault.params.limit} characters`;
  if (keyword === "minItems") return `takes at least ${fault.params.limit}`;
  if (keyword === "maxItems") return `takes at most ${fault.params.limit}`;
  if (keyword === "uniqueItems") return "names one twice";
  if (keyword === "minimum" || keyword === "maximum") {
    return `takes a number ${fault.params.comparison} ${fault.params.limit}`;
  }
  return fault.message;
}

/** Returns a JSON pointer in dotted form: `components.0` for `/components/0`. */
function fieldOf({ instancePath }: Fault): string {
  return instancePath.slice(1).replaceAll("/", ".");
}

function joined(path: string, field: string): string {
  return path === "" ? field : `${path}.${field}`;
}
