import { Type, type TSchema } from "typebox";
import type { Dialect } from "../dialect.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import { ApiError, ERRORS, type ErrorName } from "../errors.ts";
import { codeOf, ERROR_NAMES, ErrorAnswer, EXAMPLE_REQUEST_ID, exampleOf } from "../error-body.ts";
import type { Content, Operation } from "../operation.ts";
import { NAMED_SCHEMAS, OPERATIONS, SHARED_OPERATIONS, type NamedOperation } from "./operations.ts";
import { codesIn } from "../schema.ts";
import { withReferences } from "./references.ts";

/** Version of the API, not of the software. */
export const VERSION = "1.0.0";

/** Errors of authentication. */
export const CREDENTIAL_ERRORS: readonly ErrorName[] = [
  "missing_api_key",
  "invalid_api_key",
  "invalid_token",
  "token_expired",
  "auth_unavailable",
];
/** Errors of requests beyond the caller's limits. */
export const COUNTED_ERRORS: Readonly<Record<"requests" | "work", readonly ErrorName[]>> = {
  requests: ["rate_limit_exceeded"],
  work: ["rate_limit_exceeded", "quota_exceeded"],
};
const REPEATABLE_ERRORS: readonly ErrorName[] = [
  "idempotency_key_in_use",
  "idempotency_key_reused",
  "store_unavailable",
];

const text = (description: string) => Type.String({ description });

/** Headers of every response. */
const EVERY_ANSWER = {
  "x-request-id": text("The id of the request; quote it when you report a problem."),
};

/** Headers with the state of the caller's limits, on every counted response. */
const LIMIT_HEADERS = {
  "x-ratelimit-limit-requests": text("Requests per minute."),
  "x-ratelimit-remaining-requests": text("How many are left."),
  "x-ratelimit-reset-requests": text("When all of them are free again, as 59s or 1m0s."),
  "ratelimit-policy": text("The limits, as in draft-ietf-httpapi-ratelimit-headers."),
  ratelimit: text("How they stand, likewise."),
};

/** Headers that say whether and when to retry. */
const RETRY_HEADERS = {
  "retry-after": text("Whole seconds, 1 to 60; on retryable errors."),
  "x-should-retry": Type.String({
    enum: ["true", "false"],
    description: "Whether waiting helps; absent on errors that no client repeats anyway.",
  }),
};

/** Header of a 401 response. */
const CHALLENGE_HEADER = {
  "www-authenticate": Type.String({
    enum: ["Bearer"],
    description: "How to send an API key or a session token: Authorization: Bearer ….",
  }),
};

/** Header of a response that repeats the one to an earlier request with the same Idempotency-Key. */
const REPLAYED_HEADER = {
  "idempotent-replayed": Type.String({
    enum: ["true"],
    description: "The request was not carried out again.",
  }),
};

/** Request header: a request with it is carried out once, however often it is sent. */
const IDEMPOTENCY_KEY = Type.String({
  pattern: "^[\\x21-\\x7e]{1,255}$",
  description: "A request with the same key and content is answered again and not carried out.",
});

export const SECURITY_SCHEMES = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An account's API key, sk_…",
  },
  apiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The same in a header of its own.",
  },
  session: {
    type: "http",
    scheme: "bearer",
    description: "The token of a demo session, st_…, of POST /v1/sessions.",
  },
};

/** Returns the OpenAPI 3.1 document of the service at a base URL, as JSON. */
export function openApiDocument(baseUrl: string): string {
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Turkish speech",
      version: VERSION,
      description:
        "Transcription and synthesis of Turkish speech. An unknown address is answered with 404 not_found, a wrong method with 405 method_not_allowed, an address that cannot be read with 400 invalid_request. The sockets are described at /v1/asyncapi.json.",
      license: { name: "MIT", identifier: "MIT" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: baseUrl }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: paths(),
    components: {
      schemas: Object.fromEntries(
        Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, { ...schema }]),
      ),
      headers: headers({
        ...EVERY_ANSWER,
        ...LIMIT_HEADERS,
        ...RETRY_HEADERS,
        ...CHALLENGE_HEADER,
        ...REPLAYED_HEADER,
      }),
      examples: Object.fromEntries([...errorExamples(), ...DIALECTS.flatMap(errorExamples)]),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return withReferences(document, NAMED_SCHEMAS, "#/components/schemas/");
}

/** Returns an example of each error, in the shape of the service or of a dialect. */
function errorExamples(dialect?: Dialect) {
  return ERROR_NAMES.map((name) => [
    exampleId(name, dialect),
    {
      summary: ERRORS[name].sentence,
      value: dialect?.errorBody(new ApiError(name), EXAMPLE_REQUEST_ID) ?? exampleOf(name),
    },
  ]);
}

function exampleId(name: ErrorName, dialect: Dialect | undefined): string {
  return dialect === undefined ? name : `${dialect.name}.${name}`;
}

/** Returns the errors that an operation may respond with. */
export function errorsOf(operation: Operation): readonly ErrorName[] {
  const { access, counted, isRepeatable, query, body, errors = [] } = operation;
  const takesFields = query !== undefined || body !== undefined;
  return [
    ...new Set<ErrorName>([
      ...(takesFields || isRepeatable === true ? (["invalid_request"] as const) : []),
      ...(body?.["application/json"] === undefined ? [] : (["invalid_json"] as const)),
      ...(access === "anonymous" ? [] : CREDENTIAL_ERRORS),
      ...(access === "account" ? (["account_required"] as const) : []),
      ...(counted === undefined ? [] : COUNTED_ERRORS["activity" in counted ? "work" : "requests"]),
      ...(isRepeatable === true ? REPEATABLE_ERRORS : []),
      ...[query, ...Object.values(body ?? {})].flatMap(codesIn),
      ...errors,
      "internal_error",
    ]),
  ];
}

function paths() {
  const byPath = Map.groupBy(OPERATIONS, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(operations.map((operation) => [operation.method, described(operation)])),
    ]),
  );
}

function described(operation: NamedOperation) {
  const { id, tag, summary, body, answer } = operation;
  const parameters = parametersOf(operation);
  const shared = SHARED_OPERATIONS.filter(
    ({ method, path }) => method === operation.method && path === operation.path,
  );
  const description = describedWith(operation, shared);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: { ...successHeaders(operation), ...headers(answer.headers ?? {}) },
        content: contentOf(sharedContent(answer.content, shared)),
      },
      ...errorResponses(operation),
    },
  };
}

/** Returns the description of an operation, with a sentence for each dialect that shares its path. */
function describedWith(
  { description }: Operation,
  shared: readonly Operation[],
): string | undefined {
  const sentences = shared.map(
    ({ dialect }) => `With ${dialect?.header} it answers as the API of ${dialect?.vendor} does.`,
  );
  const all = [...(description === undefined ? [] : [description]), ...sentences];
  return all.length === 0 ? undefined : all.join(" ");
}

/** Returns the response content of an operation, together with that of operations that share its path. */
function sharedContent(content: Content, shared: readonly Operation[]): Content {
  const own = content["application/json"];
  const others = shared.flatMap(({ answer }) => answer.content["application/json"] ?? []);
  if (own === undefined || others.length === 0) return content;
  return { ...content, "application/json": Type.Union([own, ...others]) };
}

function securityOf({ access }: Operation) {
  const keys = [{ apiKey: [] }, { apiKeyHeader: [] }];
  if (access === "anonymous") return [];
  return access === "account" ? keys : [...keys, { session: [] }];
}

function parametersOf({ pathParameters = {}, query, isRepeatable }: Operation) {
  const parameter = (place: string, required: boolean) => (entry: [string, TSchema]) => ({
    name: entry[0],
    in: place,
    required,
    schema: entry[1],
  });
  return [
    ...Object.entries(pathParameters).map(parameter("path", true)),
    ...Object.entries(query?.properties ?? {}).map(parameter("query", false)),
    ...(isRepeatable === true ? [parameter("header", false)(KEY_PARAMETER)] : []),
  ];
}

const KEY_PARAMETER: [string, TSchema] = ["Idempotency-Key", IDEMPOTENCY_KEY];

function contentOf(content: Content) {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}

function headers(schemas: Readonly<Record<string, TSchema>>) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
}

function successHeaders({ counted, isRepeatable }: Operation) {
  return references({
    ...EVERY_ANSWER,
    ...(counted !== undefined && LIMIT_HEADERS),
    ...(isRepeatable === true && REPLAYED_HEADER),
  });
}

function references(named: Readonly<Record<string, TSchema>>) {
  return Object.fromEntries(
    Object.keys(named).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Returns the error responses by status, each with its possible codes and example bodies. */
function errorResponses(operation: Operation) {
  const byStatus = Map.groupBy(errorsOf(operation), (name) => ERRORS[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => `${codeOf(name)}: ${ERRORS[name].sentence}`).join("\n\n"),
        headers: references({
          ...EVERY_ANSWER,
          ...(status === 401 && CHALLENGE_HEADER),
          ...RETRY_HEADERS,
          ...(operation.counted !== undefined && LIMIT_HEADERS),
        }),
        content: {
          "application/json": {
            schema: operation.dialect?.ErrorAnswer ?? ErrorAnswer,
            examples: Object.fromEntries(
              names.map((name) => [
                name,
                { $ref: `#/components/examples/${exampleId(name, operation.dialect)}` },
              ]),
            ),
          },
        },
      },
    ]),
  );
}
