import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Static, TSchema } from "typebox";
import { describe, expect, expectTypeOf, test } from "vitest";
import { ApiError } from "../errors.ts";
import {
  errorMessage,
  parseClientMessage,
  parseStreamQuery,
} from "../../api/sockets/live/protocol.ts";
import type { ClientMessage, ServerMessage } from "../../api/sockets/live/protocol.ts";
import { parseSpeechMessage } from "../../api/sockets/speech/protocol.ts";
import type {
  SpeechClientMessage,
  SpeechServerMessage,
} from "../../api/sockets/speech/protocol.ts";
import { parseClientEvent } from "../../api/sockets/realtime/events.ts";
import type { ClientEvent, ServerEvent } from "../../api/sockets/realtime/events.ts";
import { REALTIME_CLIENT_EVENTS, REALTIME_SERVER_EVENTS } from "../sockets/realtime.ts";
import { asyncApiDocument, SOCKETS, socketErrorsOf } from "./asyncapi.ts";
import { ErrorMessageSchema } from "../error-body.ts";
import {
  liveStream,
  STREAM_CLIENT_MESSAGES,
  type STREAM_SERVER_MESSAGES,
} from "../sockets/live-stream.ts";
import { SPEECH_CLIENT_MESSAGES, type SPEECH_SERVER_MESSAGES } from "../sockets/speech-stream.ts";

interface Document {
  readonly asyncapi: string;
  readonly servers: { readonly service: object };
  readonly channels: Readonly<Record<string, { readonly messages: object }>>;
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly messages: readonly object[] }>
  >;
}

/** What a table of messages describes. */
type Described<Messages extends Readonly<Record<string, TSchema>>> = {
  [Name in keyof Messages]: Static<Messages[Name]>;
}[keyof Messages];
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
    const told = Object.values(document.operations).filter(
      (operation) =>
        "channel" in operation && JSON.stringify(operation.channel).includes(`/${id}"`),
    );
    expect(told.map(({ action }) => action)).toEqual(["receive", "send"]);
    const referred = told.flatMap((operation) => operation.messages);
    expect(referred).toHaveLength(Object.keys(messages).length);
    for (const name of Object.keys(messages)) {
      expect(referred).toContainEqual({ $ref: `#/channels/${id}/messages/${name}` });
    }
  }
});

test("every payload can be used, and the error examples are of their schema", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  formats.default(ajv);
  ajv.addVocabulary(["x-error", "x-too-long", "x-takes", "x-trimmed"]);
  for (const socket of SOCKETS) {
    const { fromClient, fromService, query } = socket;
    for (const schema of [fromClient, fromService, query].flatMap(Object.values)) {
      ajv.compile(schema as TSchema);
    }
    const isError = ajv.compile(fromService["error"] ?? false);
    for (const name of socketErrorsOf(socket))
      expect(isError(socket.errorExample(name))).toBe(true);
  }
  const validate = ajv.compile(ErrorMessageSchema);
  expect(validate(errorMessage(new ApiError("server_busy"), "req_1"))).toBe(true);
  expect(validate(errorMessage(new ApiError("invalid_api_key"), "req_1"))).toBe(true);
});

describe("live transcription", () => {
  test("what the service says is what is described", () => {
    // Arrays that are described are not read-only.
    expectTypeOf<Described<typeof STREAM_SERVER_MESSAGES>>().toExtend<ServerMessage>();
    expectTypeOf<Described<typeof STREAM_SERVER_MESSAGES>["type"]>().toEqualTypeOf<
      ServerMessage["type"]
    >();
    expectTypeOf<Described<typeof STREAM_CLIENT_MESSAGES>["type"]>().toEqualTypeOf<
      ClientMessage["type"]
    >();
  });

  test.each(Object.keys(STREAM_CLIENT_MESSAGES))("a client may say %s", (type) => {
    const start = parseStreamQuery(new URLSearchParams(), "alias");
    expect(parseClientMessage(JSON.stringify({ type }), start, "alias")).toMatchObject({ type });
  });

  test.each(Object.entries(liveStream.query))("%s is taken as described", (name, schema) => {
    const read = (value: unknown) =>
      parseStreamQuery(new URLSearchParams({ [name]: String(value) }), "alias");
    const { good, bad } = values(schema);
    for (const value of good) expect(() => read(value)).not.toThrow();
    for (const value of bad) {
      expect(() => read(value)).toThrow(expect.objectContaining({ param: name }));
    }
  });

  test("what is left out has the described value", () => {
    const standard = Object.entries(liveStream.query).flatMap(([name, schema]) =>
      "default" in schema ? [[name, String(schema.default)]] : [],
    );
    expect(standard).toHaveLength(6);
    expect(parseStreamQuery(new URLSearchParams(standard), "alias")).toEqual(
      parseStreamQuery(new URLSearchParams(), "alias"),
    );
  });
});

describe("the realtime dialect", () => {
  test("what is said is what is described", () => {
    expect(Object.keys(REALTIME_SERVER_EVENTS)).toHaveLength(15);
    expectTypeOf<Described<typeof REALTIME_CLIENT_EVENTS>["type"]>().toEqualTypeOf<
      ClientEvent["type"]
    >();
    expectTypeOf<Described<typeof REALTIME_SERVER_EVENTS>["type"]>().toEqualTypeOf<
      ServerEvent["type"]
    >();
  });

  test.each(Object.keys(REALTIME_CLIENT_EVENTS))("a client may say %s", (type) => {
    expect(parseClientEvent({ type, session: {}, audio: "AAAA" })).toMatchObject({ type });
  });
});

describe("live speech", () => {
  test("what the service says is what is described", () => {
    expectTypeOf<SpeechServerMessage>().toExtend<Described<typeof SPEECH_SERVER_MESSAGES>>();
    expectTypeOf<Described<typeof SPEECH_SERVER_MESSAGES>["type"]>().toEqualTypeOf<
      SpeechServerMessage["type"]
    >();
    expectTypeOf<Described<typeof SPEECH_CLIENT_MESSAGES>["type"]>().toEqualTypeOf<
      SpeechClientMessage["type"]
    >();
  });

  test.each(Object.keys(SPEECH_CLIENT_MESSAGES))("a client may say %s", (type) => {
    expect(parseSpeechMessage(JSON.stringify({ type, text: "a" }))).toMatchObject({ type });
  });
});

/** Values at the edges of a schema, inside and outside. */
function values(schema: TSchema): { readonly good: unknown[]; readonly bad: unknown[] } {
  const {
    type,
    minimum,
    maximum,
    examples,
    const: only,
  } = schema as Readonly<Record<string, unknown>>;
  const choices = "enum" in schema && Array.isArray(schema.enum) ? schema.enum : undefined;
  if (choices !== undefined) return { good: choices, bad: ["no-such-choice"] };
  if (typeof minimum === "number" && typeof maximum === "number") {
    return { good: [minimum, maximum], bad: [minimum - 1, maximum + 1] };
  }
  if (type === "boolean") return { good: [true, false], bad: ["perhaps"] };
  if (only !== undefined) return { good: [only], bad: ["no-such-choice"] };
  if (Array.isArray(examples)) return { good: examples, bad: ["no-such-choice"] };
  return { good: ["any text"], bad: [] };
}
