import * as fc from "fast-check";
import type { Schema } from "../contract/schema.ts";
import { hostileText, hostileValue } from "./hostile.ts";

/** Values that a field of a name takes and no schema tells, as the names of voices. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const TEXTS = ["Merhaba.", "Saat 14.30'da geliyor.", "1.234,5 TL", "TBMM'ye", "a"];

/** Values that a schema takes, for the most part, and some that it does not. */
export function valuesOf(schema: Schema, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: takenBy(schema, known, name) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function takenBy(schema: Schema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const values = [...(known[name] ?? []), ...(schema.examples ?? [])];
  const own = ownValues(schema, known, name);
  if (values.length === 0) return own;
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<unknown>(...values) },
    { weight: 1, arbitrary: own },
  );
}

function ownValues(schema: Schema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom<unknown>(...schema.enum);
  const { anyOf } = schema;
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valuesOf(one, known, name)));
  switch (schema.type) {
    case "string": {
      return textsOf(schema);
    }
    case "integer": {
      const { minimum: min = -10, maximum: max = 100_000 } = schema;
      return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min - 1, max + 1, min, max));
    }
    case "number": {
      const { minimum: min = -10, maximum: max = 100_000 } = schema;
      return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, max + 0.01));
    }
    case "boolean": {
      return fc.boolean();
    }
    case "null": {
      return fc.constant(null);
    }
    case "array": {
      const item = schema.items === undefined ? hostileValue : valuesOf(schema.items, known);
      const { maxItems = 3 } = schema;
      return fc.oneof(
        { weight: 9, arbitrary: fc.array(item, { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(item, { maxLength: Math.min(maxItems + 1, 120) }) },
      );
    }
    case "object": {
      return objectsOf(schema, known);
    }
    case undefined:
    default: {
      return hostileValue;
    }
  }
}

function textsOf({ pattern, maxLength = 40, minLength = 0 }: Schema): fc.Arbitrary<string> {
  const bounded = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", ...bounded }) },
    ...(pattern === undefined
      ? []
      : [{ weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern, "u"), bounded) }]),
    { weight: 1, arbitrary: hostileText },
  );
}

/** An object with what is required, for the most part, some of the rest, and at times a field that nobody knows. */
function objectsOf(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, property]) => {
    const taken = required.includes(name) ? 30 : 1;
    return fc.oneof(
      {
        weight: taken,
        arbitrary: valuesOf(property, known, name).map((value) => [[name, value]] as const),
      },
      { weight: 2, arbitrary: fc.constant([] as const) },
    );
  });
  const unknown = fc.oneof(
    { weight: 15, arbitrary: fc.constant([] as const) },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileText, hostileValue).map((entry) => [entry] as const),
    },
  );
  return fc.tuple(...fields, unknown).map((all) => Object.fromEntries(all.flat()));
}
