import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { DIALECTS } from "../dialects/dialects.ts";
import { ApiError, ERRORS } from "../errors.ts";
import { socketErrorsOf, SOCKETS } from "./asyncapi.ts";
import { ErrorAnswer, ERROR_NAMES, EXAMPLE_REQUEST_ID, exampleOf } from "../error-body.ts";
import { errorsOf, openApiDocument } from "./openapi.ts";
import { NAMED_SCHEMAS, OPERATIONS } from "./operations.ts";

const BASE_URL = "http://127.0.0.1:8080";

interface Response {
  readonly headers: object;
  readonly content: object;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly servers: readonly unknown[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: object; readonly examples: object };
}

const document = JSON.parse(openApiDocument(BASE_URL)) as Document;

const Reference = Type.Object({ $ref: Type.String() }, { additionalProperties: false });
const Schema = Type.Unsafe({ $ref: "https://json-schema.org/draft/2020-12/schema" });
const strict = { additionalProperties: false };
const named = (value: Parameters<typeof Type.Record>[1]) => Type.Record(Type.String(), value);
const Header = Type.Union([Reference, Type.Object({ schema: Schema }, strict)]);
const MediaType = Type.Object(
  { schema: Schema, examples: Type.Optional(named(Reference)) },
  strict,
);
const Parameter = Type.Object(
  {
    name: Type.String(),
    in: Type.String({ enum: ["path", "query", "header"] }),
    required: Type.Boolean(),
    schema: Schema,
  },
  strict,
);
const OperationObject = Type.Object(
  {
    operationId: Type.String(),
    tags: Type.Array(Type.String()),
    summary: Type.String(),
    description: Type.Optional(Type.String()),
    security: Type.Array(named(Type.Array(Type.String()))),
    parameters: Type.Optional(Type.Array(Parameter)),
    requestBody: Type.Optional(
      Type.Object({ required: Type.Boolean(), content: named(MediaType) }, strict),
    ),
    responses: Type.Record(
      Type.String({ pattern: "^[2-5]\\d\\d$" }),
      Type.Object(
        { description: Type.String(), headers: named(Header), content: named(MediaType) },
        strict,
      ),
    ),
  },
  strict,
);
/** The part of the OpenAPI 3.1 specification that the document makes use of. */
const OpenApi = Type.Object(
  {
    openapi: Type.String({ pattern: "^3\\.1\\.\\d+$" }),
    info: Type.Object({ title: Type.String(), version: Type.String() }),
    jsonSchemaDialect: Type.String({ format: "uri" }),
    servers: Type.Array(Type.Object({ url: Type.String({ format: "uri" }) }, strict)),
    tags: Type.Array(Type.Object({ name: Type.String() }, strict)),
    paths: Type.Record(
      Type.String({ pattern: "^/" }),
      Type.Record(Type.String({ pattern: "^(?:get|post|patch|delete)$" }), OperationObject),
    ),
    components: Type.Object(
      {
        schemas: named(Schema),
        headers: named(Type.Object({ schema: Schema }, strict)),
        examples: named(Type.Object({ summary: Type.String(), value: Type.Unknown() }, strict)),
        securitySchemes: named(Type.Object({ type: Type.String({ enum: ["http", "apiKey"] }) })),
      },
      strict,
    ),
  },
  strict,
);

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    strictTypes: false,
    strictRequired: false,
  });
  formats.default(ajv);
  ajv.addVocabulary(["x-error", "x-too-long", "x-takes", "x-param", "x-trimmed", "x-any-case"]);
  return ajv;
}

/** `npm run documents` writes it. */
test("the committed document is the one that the service serves", async () => {
  const committed: unknown = JSON.parse(
    await readFile(new URL("../../../docs/openapi.json", import.meta.url), "utf8"),
  );
  expect(document).toEqual(committed);
});

test("it names the base URL that it is served at", () => {
  expect(JSON.parse(openApiDocument("https://speech.example.com/api"))).toMatchObject({
    servers: [{ url: "https://speech.example.com/api" }],
  });
});

test("it is an OpenAPI 3.1 document", () => {
  const ajv = newAjv();
  ajv.validate(OpenApi, document);
  expect(ajv.errors).toBeNull();
});

test("every reference of it leads somewhere", () => {
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
    ([, pointer = ""]) => pointer,
  );
  expect(pointers.length).toBeGreaterThan(100);
  const leadsNowhere = [...new Set(pointers)].filter((pointer) => at(pointer) === undefined);
  expect(leadsNowhere).toEqual([]);
});

function at(pointer: string): unknown {
  const names = pointer.split("/").slice(1);
  return names.reduce<unknown>(
    (found, name) => (found as Readonly<Record<string, unknown>>)[name],
    document,
  );
}

test("every named schema can be used", () => {
  const ajv = newAjv();
  for (const schema of Object.values(NAMED_SCHEMAS))
    expect(() => ajv.compile(schema)).not.toThrow();
});

test("operations have ids of their own and a parameter for every placeholder", () => {
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.values(byMethod).map((operation) => ({ path, operation })),
  );
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
    OPERATIONS.length,
  );
  for (const { path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test("every answer says its request id, every error whether to try again and how to say who asks", () => {
  const answers = Object.values(document.paths)
    .flatMap((byMethod) => Object.values(byMethod))
    .flatMap(({ responses }) => Object.entries(responses));
  for (const [status, { headers, content }] of answers) {
    expect(headers).toHaveProperty("x-request-id");
    if (Number(status) < 400) continue;
    const challenge = status === "401" ? ["www-authenticate"] : [];
    const expected = [...challenge, "retry-after", "x-should-retry"];
    for (const name of expected) expect(headers).toHaveProperty(name);
    expect(content).toHaveProperty(["application/json", "examples"]);
  }
});

test("every code has an example, and some answer or socket that it comes with", () => {
  const anywhere = ["not_found", "method_not_allowed"] as const;
  const documented = new Set([
    ...anywhere,
    ...OPERATIONS.flatMap(errorsOf),
    ...SOCKETS.flatMap(socketErrorsOf),
  ]);
  expect([...documented].sort()).toEqual(Object.keys(ERRORS).sort());
  const dialects = DIALECTS.flatMap(({ name: dialect }) =>
    ERROR_NAMES.map((name) => `${dialect}.${name}`),
  );
  expect(Object.keys(document.components.examples)).toEqual([...ERROR_NAMES, ...dialects]);
  const validate = newAjv().compile(ErrorAnswer);
  for (const name of ERROR_NAMES) expect(validate(exampleOf(name))).toBe(true);
  for (const dialect of DIALECTS) {
    const isOfDialect = newAjv().compile(dialect.ErrorAnswer);
    for (const name of ERROR_NAMES) {
      expect(isOfDialect(dialect.errorBody(new ApiError(name), EXAMPLE_REQUEST_ID))).toBe(true);
    }
  }
});
