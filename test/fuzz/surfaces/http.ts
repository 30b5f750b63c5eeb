import * as fc from "fast-check";
import { type DocumentedOperation, documentedOperations, judge } from "../contract/operations.ts";
import { damaged } from "../inputs/damage.ts";
import { hostileText } from "../inputs/hostile.ts";
import { type KnownValues, valuesOf } from "../inputs/of-schema.ts";
import type { Attempt, Surface } from "../surface.ts";
import { send, type HttpRequest, requestText } from "./request.ts";
import { credentialHeaders } from "./credentials.ts";
import { knownValues } from "./known-values.ts";

const JSON_TYPE = "application/json";

/** Every route of the service's OpenAPI document; forms have a surface of their own. */
export const http: Surface = {
  name: "HTTP routes",
  share: 35,
  watched: "service",
  async attempts({ service }) {
    const credentials = await credentialHeaders(service);
    const known = await knownValues(service);
    const operations = await documentedOperations(service.url);
    const attempts = operations
      .filter(
        ({ bodies }) =>
          Object.keys(bodies).every((type) => type === JSON_TYPE) || JSON_TYPE in bodies,
      )
      .map((operation) => ({
        // A route that takes nothing has nothing to stumble over.
        weight: operation.parameters.length > 0 || JSON_TYPE in operation.bodies ? 4 : 1,
        arbitrary: attemptsAt(operation, service.url, credentials, known),
      }));
    return fc.oneof(...attempts);
  },
};

function attemptsAt(
  operation: DocumentedOperation,
  url: string,
  credentials: fc.Arbitrary<Readonly<Record<string, string>>>,
  known: KnownValues,
): fc.Arbitrary<Attempt> {
  const parameters = operation.parameters.map((parameter) => {
    const value = valuesOf(parameter.schema, known, parameter.name);
    const some = value.map((given) => [[parameter, text(given)]] as const);
    return parameter.in === "path" ? some : fc.oneof(some, fc.constant([] as const));
  });
  const unknown = fc.oneof(
    { weight: 9, arbitrary: fc.constant([] as const) },
    { weight: 1, arbitrary: fc.tuple(hostileText, hostileText).map((entry) => [entry] as const) },
  );
  const schema = operation.bodies[JSON_TYPE];
  const body =
    schema === undefined
      ? fc.constant(undefined)
      : damaged(
          valuesOf(schema, known).map((value) => Buffer.from(JSON.stringify(value))),
          { whole: 7 },
        );
  return fc
    .tuple(fc.tuple(...parameters), unknown, body, credentials)
    .map(([given, more, bytes, credential]) => {
      const request = requestOf(operation, url, given.flat(), more, bytes, credential);
      return {
        tell: () => requestText(request),
        send: async () => judge(operation, await send(request)),
      };
    });
}

type Given = readonly (readonly [DocumentedOperation["parameters"][number], string])[];

function requestOf(
  operation: DocumentedOperation,
  base: string,
  given: Given,
  more: readonly (readonly [string, string])[],
  body: Buffer | undefined,
  credential: Readonly<Record<string, string>>,
): HttpRequest {
  let path = operation.path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = { ...credential };
  if (body !== undefined) headers["content-type"] = JSON_TYPE;
  for (const [{ name, in: place }, value] of given) {
    if (place === "path") path = path.replace(`{${name}}`, () => segment(value));
    else if (place === "query") query.append(name, value);
    else
      headers[name.toLowerCase()] = Buffer.from(value)
        .toString("latin1")
        .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?");
  }
  for (const [name, value] of more) query.append(name, value);
  const search = query.size === 0 ? "" : `?${query}`;
  return { method: operation.method, url: new URL(path + search, base), headers, body };
}

/** A value as one part of an address; none that leads elsewhere. */
function segment(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed().slice(0, 2000)).replaceAll(".", "%2E");
  return /^(%2E){0,2}$/i.test(encoded) ? "_" : encoded;
}

function text(value: unknown): string {
  const plain = typeof value === "string" ? value : JSON.stringify(value);
  return plain.toWellFormed().slice(0, 2000);
}
