import { type TSchema, Type } from "typebox";
import { expect, test } from "vitest";
import { AdminError } from "./admin-error.ts";
import { validatorCompiler } from "./validation.ts";

/** Returns what is read of a part of a request: its value, or code, field and message of the error. */
function read(schema: TSchema, given: unknown, httpPart: "body" | "querystring" = "body"): unknown {
  const result: unknown = validatorCompiler({ schema, httpPart, method: "POST", url: "/x" })(given);
  const { value, error } = Object(result);
  if (error === undefined) return value;
  if (!(error instanceof AdminError)) throw error;
  return [error.code, error.param, error.message];
}

const closed = { additionalProperties: false };
const schema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    open: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    impact: Type.Optional(Type.Enum(["minor", "major"])),
    components: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true }),
    ),
    inner: Type.Optional(Type.Object({ text: Type.String() }, closed)),
  },
  closed,
);

test("a body is read as it is, with its texts made fit for pages", () => {
  const body = { name: "a", open: true, limit: 100, components: ["x", "y"], inner: { text: "t" } };
  expect(read(schema, body)).toEqual(body);
  expect(read(Type.Object({}, closed), undefined)).toEqual({});
  expect(read(Type.Object({}, closed), null)).toEqual({});
  const withNull = Type.Object({ text: Type.Union([Type.String(), Type.Null()]) });
  expect(read(withNull, { text: null })).toEqual({ text: null });
  expect(read(schema, { name: "a\u0007b", components: ["c\u0007"] })).toEqual({
    name: "a\ufffdb",
    components: ["c\ufffd"],
  });
});

test("a query is text, which is read by its schema", () => {
  expect(read(schema, { name: "1", open: "true", limit: "5" }, "querystring")).toEqual({
    name: "1",
    open: true,
    limit: 5,
  });
  expect(read(schema, { name: "1", open: "true" })).toEqual([
    "invalid_field",
    "open",
    expect.stringContaining("takes true or false"),
  ]);
});

test.each<[unknown, string, string | null, string]>([
  [{}, "missing_field", "name", "name is missing"],
  [{ name: "a", inner: {} }, "missing_field", "inner.text", "inner.text is missing"],
  [
    { name: "a", nam: 1 },
    "unknown_field",
    "nam",
    "nam is not a field here; there are name, open, limit, impact, components, inner",
  ],
  [
    { name: "a", inner: { text: "t", x: 1 } },
    "unknown_field",
    "inner.x",
    "inner.x is not a field here; there are text",
  ],
  [[], "invalid_request", null, "the body takes a JSON object"],
  ["x", "invalid_request", null, "the body takes a JSON object"],
  [{ name: "" }, "invalid_field", "name", "is empty"],
  [{ name: "abcdef" }, "invalid_field", "name", "takes at most 5 characters"],
  [{ name: 1 }, "invalid_field", "name", "takes a string of 1 to 5 characters"],
  [{ name: "a", limit: 0 }, "invalid_field", "limit", "takes an integer from 1 to 100"],
  [{ name: "a", limit: 101 }, "invalid_field", "limit", "takes an integer from 1 to 100"],
  [{ name: "a", impact: "x" }, "invalid_field", "impact", "takes minor, major"],
  [{ name: "a", components: [] }, "invalid_field", "components", "takes at least 1"],
  [{ name: "a", components: ["x", "y", "z"] }, "invalid_field", "components", "takes at most 2"],
  [{ name: "a", components: ["x", "x"] }, "invalid_field", "components", "names one twice"],
  [
    { name: "a\0" },
    "invalid_field",
    "name",
    "has the character U+0000 or half a surrogate pair in it",
  ],
  [
    { name: "a", components: ["x", "\ud800"] },
    "invalid_field",
    "components.1",
    "has the character U+0000 or half a surrogate pair in it",
  ],
])("%j is refused as %s of %s: %s", (body, code, param, message) => {
  expect(read(schema, body)).toEqual([code, param, expect.stringContaining(message)]);
});

test("a field where none is taken is refused", () => {
  expect(read(Type.Object({}, closed), { x: 1 })).toEqual([
    "unknown_field",
    "x",
    "x is not a field here; there are none",
  ]);
});
