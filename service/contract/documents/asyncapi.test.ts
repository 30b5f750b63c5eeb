import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { ErrorMessageSchema, errorMessage } from "../error-body.ts";
import { ApiError } from "../errors.ts";
import { asyncApiDocument, SOCKETS, socketErrorsOf } from "./asyncapi.ts";

interface Document {
  readonly asyncapi: string;
  readonly servers: { readonly service: object };
  readonly channels: Readonly<Record<string, { readonly messages: object }>>;
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly messages: readonly object[] }>
  >;
}

const parse = (baseUrl: string) => JSON.parse(asyncApiDocument(baseUrl)) as Document;
const document = parse("http://127.0.0.1:8080");

/** `npm run documents` writes it. */
test("the committed document is the one that the service serves", async () => {
  const committed: unknown = JSON.parse(
    await readFile(new URL("../../../docs/asyncapi.json", import.meta.url), "utf8"),
  );
  expect(document).toEqual(committed);
});

test("it names the host that it is served at", () => {
  expect(document.servers.service).toMatchObject({ host: "127.0.0.1:8080", protocol: "ws" });
  expect(parse("https://speech.example.com/api").servers.service).toMatchObject({
    host: "speech.example.com",
    pathname: "/api",
    protocol: "wss",
  });
});

test("it is an AsyncAPI 3.0 document: every channel has its operations, every message its payload", () => {
  expect(document.asyncapi).toBe("3.0.0");
  expect(Object.keys(document.channels)).toHaveLength(SOCKETS.length);
  for (const [id, { messages }] of Object.entries(document.channels)) {
    const operations = Object.values(document.operations).filter(
      (operation) =>
        "channel" in operation && JSON.stringify(operation.channel).includes(`/${id}"`),
    );
    expect(operations.map(({ action }) => action)).toEqual(["receive", "send"]);
    const referred = operations.flatMap((operation) => operation.messages);
    expect(referred).toHaveLength(Object.keys(messages).length);
    for (const name of Object.keys(messages)) {
      expect(referred).toContainEqual({ $ref: `#/channels/${id}/messages/${name}` });
    }
  }
});

test("every payload can be used, and the error examples are of their schema", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  formats.default(ajv);
  ajv.addVocabulary(["x-error", "x-too-long", "x-takes", "x-param", "x-trimmed", "x-any-case"]);
  for (const socket of SOCKETS) {
    const { fromClient, fromService, query } = socket;
    for (const schema of [fromClient, fromService, query].flatMap(Object.values)) {
      ajv.compile(schema as TSchema);
    }
    const isError = ajv.compile(fromService[socket.errorMessage] ?? false);
    for (const name of socketErrorsOf(socket))
      expect(isError(socket.errorExample(name))).toBe(true);
  }
  const validate = ajv.compile(ErrorMessageSchema);
  expect(validate(errorMessage(new ApiError("server_busy"), "req_1"))).toBe(true);
  expect(validate(errorMessage(new ApiError("invalid_api_key"), "req_1"))).toBe(true);
});
