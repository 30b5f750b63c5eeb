import { Type } from "typebox";
import { expect, test } from "vitest";
import { withReferences } from "./references.ts";

test("a named schema is written where it is defined, and referred to elsewhere", () => {
  const Inner = Type.Object({ text: Type.String() });
  const Outer = Type.Object({ inner: Type.Optional(Inner), list: Type.Array(Inner) });
  const named = { Inner, Outer };
  const document = { schemas: { Inner: { ...Inner }, Outer: { ...Outer } }, body: Outer };
  expect(JSON.parse(withReferences(document, named, "#/schemas/"))).toEqual({
    schemas: {
      Inner: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
      Outer: {
        type: "object",
        required: ["list"],
        properties: {
          inner: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
          list: { type: "array", items: { $ref: "#/schemas/Inner" } },
        },
      },
    },
    body: { $ref: "#/schemas/Outer" },
  });
});
