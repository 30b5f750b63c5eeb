import { type Refusal, refusalOf } from "../../support/service/refusal-body.ts";
import { Fault } from "../surface.ts";
import { resolved, type Schema } from "./schema.ts";

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly examples?: Examples }>>;
type Examples = Readonly<Record<string, { readonly value: unknown }>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: Schema;
}

/** An operation as the service's OpenAPI document has it. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By content type. */
  readonly bodies: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          Omit<DocumentedOperation, "parameters" | "bodies" | "method" | "path"> & {
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: { readonly content: Content };
          }
        >
      >
    >
  >;
}

/** Asks a service for its OpenAPI document and returns every operation in it. */
export async function documentedOperations(url: string): Promise<readonly DocumentedOperation[]> {
  const answer = await fetch(new URL("/v1/openapi.json", url));
  const { paths } = resolved((await answer.json()) as OpenApi);
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { parameters = [], requestBody, ...operation }]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => [type, schema]),
      ),
    })),
  );
}

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What may be said to an overload, and of something that is away; every other status from 500 on is a fault. */
const BUSY: ReadonlySet<string> = new Set([
  "model_loading",
  "server_busy",
  "high_demand",
  "store_unavailable",
  "pronunciation_store_unavailable",
]);

/** What any address says, as the document's own description has it. */
const ANYWHERE: Readonly<Record<string, readonly string[]>> = {
  "400": ["invalid_request"],
  "404": ["not_found"],
  "405": ["method_not_allowed"],
};

/** Says whether an answer to an operation accepts or refuses; throws Fault where the document has no such answer. */
export function judge(operation: DocumentedOperation, answer: Answer): "accepted" | "refused" {
  const { status, headers, body } = answer;
  const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
  if (headers["x-request-id"] === undefined) throw new Fault(`${status} without x-request-id`);
  const { content = {} } = operation.responses[status] ?? {};
  const isDocumented = operation.responses[status] !== undefined;
  if (status < 400) {
    if (!isDocumented) throw new Fault(`the status ${status} is not documented`);
    if (content[type] === undefined) throw new Fault(`${status} with content of type ${type}`);
    return "accepted";
  }
  const isError = content[type]?.examples !== undefined || !isDocumented;
  // A readiness that says no is no error.
  if (!isError && content[type] !== undefined) return "refused";
  const code = errorCode(type, body);
  const examples = Object.values(content[type]?.examples ?? {});
  const codes = [
    ...(ANYWHERE[status] ?? []),
    ...examples.map(({ value }) => refusalOf(value)?.code),
  ];
  if (!codes.includes(code)) throw new Fault(`${status} ${code} is not documented`);
  if (status >= 500 && !BUSY.has(code)) throw new Fault(`${status} ${code}`);
  return "refused";
}

/** The code of an error's body; throws Fault when that is not of the documented shape. */
export function errorCode(type: string, body: Buffer): string {
  const text = body.toString("utf8");
  const fault = new Fault(`an error of another shape: ${type} ${text.slice(0, 200)}`);
  if (type !== "application/json") throw fault;
  let refusal: Refusal | undefined;
  try {
    refusal = refusalOf(JSON.parse(text));
  } catch {
    throw fault;
  }
  if (refusal === undefined) throw fault;
  const { message, type: kind, code, param } = refusal;
  const isParam = param === null || typeof param === "string";
  if (![message, kind, code].every((text) => typeof text === "string" && text !== "") || !isParam) {
    throw fault;
  }
  return String(code);
}
