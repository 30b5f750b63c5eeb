import * as fc from "fast-check";
import { type DocumentedOperation, documentedOperations, judge } from "../contract/operations.ts";
import { damaged } from "../inputs/damage.ts";
import { hostileText } from "../inputs/hostile.ts";
import { type KnownValues, valuesOf } from "../inputs/of-schema.ts";
import type { Attempt, Surface } from "../surface.ts";
import { send, type HttpRequest, requestText } from "./request.ts";
import { knownValues } from "./known-values.ts";
import { shortClipFile } from "./recordings.ts";

const FORM_TYPE = "multipart/form-data";
const BOUNDARY = "fuzz-boundary";

interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly content: Uint8Array;
}

/** Every route that takes a form: fields, files and the bytes between them. */
export const forms: Surface = {
  name: "multipart forms",
  share: 12,
  minInputs: 48,
  watched: "service",
  async attempts({ service }) {
    const known = await knownValues(service);
    const operations = await documentedOperations(service.url);
    return fc.oneof(
      ...operations.flatMap((operation) => {
        const schema = operation.bodies[FORM_TYPE];
        return schema === undefined ? [] : [attemptsAt(operation, service, known)];
      }),
    );
  },
};

function attemptsAt(
  operation: DocumentedOperation,
  { url, key }: { readonly url: string; readonly key: string },
  known: KnownValues,
): fc.Arbitrary<Attempt> {
  const { properties = {}, required = [] } = operation.bodies[FORM_TYPE] ?? {};
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isFile = schema.contentMediaType !== undefined;
    const part = isFile
      ? fileParts(name)
      : valuesOf(schema, known, name).map((value) => fieldPart(name, value));
    const once = part.map((one) => [one]);
    return fc.oneof(
      { weight: required.includes(name) ? 20 : 4, arbitrary: once },
      { weight: 8, arbitrary: fc.constant<readonly Part[]>([]) },
      { weight: 1, arbitrary: fc.array(part, { minLength: 2, maxLength: 2 }) },
    );
  });
  const strange = fc.array(
    fc
      .tuple(hostileText, fc.option(hostileText, { nil: undefined }), hostileText)
      .map(([name, fileName, text]): Part => ({ name, fileName, content: Buffer.from(text) })),
    { maxLength: 1 },
  );
  const body = damaged(
    fc
      .tuple(fc.tuple(...fields), strange)
      .map(([parts, more]) => bytesOf([...parts.flat(), ...more])),
    { whole: 5 },
  );
  return body.map((bytes) => {
    const request: HttpRequest = {
      method: operation.method,
      url: new URL(operation.path, url),
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": `${FORM_TYPE}; boundary=${BOUNDARY}`,
      },
      body: bytes,
    };
    return {
      tell: () => requestText(request),
      send: async () => judge(operation, await send(request)),
    };
  });
}

function fileParts(name: string): fc.Arbitrary<Part> {
  const content = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Uint8Array>(shortClipFile) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
  );
  const fileName = fc.oneof(fc.constantFrom("a.wav", undefined), hostileText);
  return fc.record({ name: fc.constant(name), fileName, content });
}

function fieldPart(name: string, value: unknown): Part {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { name, fileName: undefined, content: Buffer.from(text) };
}

function bytesOf(parts: readonly Part[]): Buffer {
  const quoted = (text: string): string => text.slice(0, 300).replaceAll(/[\r\n"]/g, "_");
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${quoted(name)}"${
        fileName === undefined ? "" : `; filename="${quoted(fileName)}"`
      }\r\n\r\n`,
    ),
    content,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
