import { describe, expect, test } from "vitest";
import type { Operation } from "../frame/open-api.ts";
import type { ContractDocuments } from "../frame/content.ts";
import { hrefOfEntry, referenceEntries } from "./entries.ts";
import { documentForReaders, tagTitle } from "./for-readers.ts";

const operation = (operationId: string, fields: Partial<Operation> = {}): Operation => ({
  operationId,
  tags: ["Health"],
  summary: "Begin a demo session",
  security: [],
  ...fields,
});

const DOCUMENTS = {
  ttsUrl: "https://tts.example",
  openApi: {
    info: { title: "Speech", version: "1", description: "Internal." },
    servers: [{ url: "https://speech.example" }],
    tags: [{ name: "Health" }, { name: "Documents" }, { name: "Own" }],
    paths: {
      "/v1/audio/speech": {
        post: operation("createSpeech", {
          tags: ["Speech"],
          requestBody: {
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/SpeechInput" } },
            },
          },
        }),
      },
      "/v1/jobs": {
        get: operation("listJobs", {
          description:
            "A job.\n\nrate_limit_exceeded: Begin a demo session\n\nBegin a demo session",
          parameters: [{ name: "limit" }, { name: "after" }],
        }),
        post: operation("unknownOperation", {
          requestBody: { content: { "application/json": { schema: { properties: { a: {} } } } } },
        }),
      },
      "/health/synth": { get: operation("readSynthHealth") },
    },
    components: { schemas: { SpeechInput: { properties: { input: {}, voice: {} } } } },
  },
  asyncApi: {
    info: { title: "Sockets" },
    operations: { a: { action: "receive" }, b: { action: "send" } },
    channels: {
      liveSpeech: {
        address: "/v1/audio/speech/stream",
        title: "Begin a demo session",
        description: "A socket.",
        bindings: { ws: { query: { properties: { model: {}, voice: {} } } } },
        messages: { "client.end": { name: "end" }, "service.audio": { name: "audio" } },
      },
    },
  },
} as const satisfies ContractDocuments;

const http = (language: "en" | "tr" = "en") =>
  documentForReaders("http", DOCUMENTS, language) as ContractDocuments["openApi"];
const sockets = (language: "en" | "tr" = "en") =>
  documentForReaders("sockets", DOCUMENTS, language) as ContractDocuments["asyncApi"];

describe("the document of the HTTP API", () => {
  test("has an introduction with its address in place of its own", () => {
    expect(http().info).toMatchObject({ title: "HTTP API", version: "1" });
    expect(http().info).toHaveProperty(
      "description",
      expect.stringContaining("All paths start at `https://speech.example`") as string,
    );
  });

  test("has the titles of its tags; a tag without one is its own", () => {
    expect(http().tags).toEqual([
      { name: "Health", "x-displayName": "Health" },
      { name: "Documents", "x-displayName": "API descriptions" },
      { name: "Own", "x-displayName": "Own" },
    ]);
    expect(tagTitle("Documents", "en")).toBe("API descriptions");
    expect(tagTitle("Documents", "tr")).not.toBe("Documents");
  });

  test("has an example of each request: parameters, bodies and files", () => {
    const { paths } = http();
    expect(paths["/v1/jobs"]?.["get"]?.parameters).toEqual([
      { name: "limit", example: "10" },
      { name: "after" },
    ]);
    const speech = paths["/v1/audio/speech"]?.["post"];
    expect(speech?.["x-sample-files"]).toEqual({ download: "speech.mp3" });
    expect(speech?.requestBody?.content["application/json"]).toMatchObject({
      schema: { $ref: "#/components/schemas/SpeechInput" },
      example: { voice: "ayla" },
    });
    const unknown = paths["/v1/jobs"]?.["post"];
    expect(unknown).not.toHaveProperty("x-sample-files");
    expect(unknown).not.toHaveProperty("parameters");
    expect(unknown?.requestBody?.content["application/json"]).not.toHaveProperty("example");
  });

  test("names the host of the synthesis health check, and of no other operation", () => {
    const { paths } = http();
    expect(paths["/health/synth"]?.["get"]).toHaveProperty("servers", [
      { url: "https://tts.example" },
    ]);
    expect(paths["/v1/jobs"]?.["get"]).not.toHaveProperty("servers");
  });

  test("is in the reader's language, with the codes of errors as code", () => {
    const jobs = http("tr").paths["/v1/jobs"]?.["get"];
    expect(jobs?.summary).toBe("Demo oturumu açma");
    expect(jobs?.description).toBe(
      "A job.\n\n`rate_limit_exceeded`: Demo oturumu açma\n\nDemo oturumu açma",
    );
    expect(jobs?.operationId).toBe("listJobs");
    expect(http("en").paths["/v1/jobs"]?.["get"]?.description).toBe(
      "A job.\n\n`rate_limit_exceeded`: Begin a demo session\n\nBegin a demo session",
    );
  });
});

describe("the document of the WebSockets", () => {
  test("has an introduction, and says which side sends what", () => {
    const { info, operations } = sockets();
    expect(info).toHaveProperty("title", "WebSockets");
    expect(operations).toEqual({
      a: { action: "receive", title: "Client messages" },
      b: { action: "send", title: "Server messages" },
    });
  });

  test("has samples that open a socket at the service's address", () => {
    const { description = "", title } = sockets("tr").channels["liveSpeech"] ?? {};
    expect(title).toBe("Demo oturumu açma");
    expect(description).toMatch(/^A socket\.\n\n```javascript\n/);
    expect(description).toContain("wss://speech.example/v1/audio/speech/stream");
    expect(description).not.toContain("{{");
  });

  test("is not written for a socket without samples", () => {
    const { liveSpeech } = DOCUMENTS.asyncApi.channels;
    const asyncApi = { ...DOCUMENTS.asyncApi, channels: { otherSocket: liveSpeech } };
    expect(() => documentForReaders("sockets", { ...DOCUMENTS, asyncApi }, "en")).toThrow(
      "the socket otherSocket has no example",
    );
  });
});

test("each operation and socket is an entry, with all its names", () => {
  const entries = referenceEntries(DOCUMENTS);
  expect(entries.map(({ method, path, anchor }) => `${method} ${path} ${anchor}`)).toEqual([
    "POST /v1/audio/speech create-speech",
    "GET /v1/jobs list-jobs",
    "POST /v1/jobs unknown-operation",
    "GET /health/synth read-synth-health",
    "WebSocket /v1/audio/speech/stream live-speech",
  ]);
  expect(entries.map(({ names }) => names)).toEqual([
    ["createSpeech", "input", "voice"],
    ["listJobs", "limit", "after"],
    ["unknownOperation", "a"],
    ["readSynthHealth"],
    ["liveSpeech", "model", "voice", "end", "audio"],
  ]);
  expect(entries.map(({ tag, description }) => [tag, description])).toEqual([
    ["Speech", ""],
    ["Health", expect.stringMatching(/^A job\./) as string],
    ["Health", ""],
    ["Health", ""],
    [undefined, "A socket."],
  ]);
  expect(entries.map(hrefOfEntry).slice(-2)).toEqual([
    "/docs/reference#read-synth-health",
    "/docs/reference/sockets#live-speech",
  ]);
});

test("an entry whose body has a schema that is nowhere has no fields", () => {
  const openApi = { ...DOCUMENTS.openApi, components: { schemas: {} } };
  expect(referenceEntries({ ...DOCUMENTS, openApi })[0]?.names).toEqual(["createSpeech"]);
});
