import { Type, type TSchema } from "typebox";
import { ERRORS, type ErrorName } from "../errors.ts";
import { codeOf, ErrorMessageSchema } from "../error-body.ts";
import { deepgramSpeakStream } from "../dialects/deepgram-speak-stream.ts";
import { deepgramStream } from "../dialects/deepgram-stream.ts";
import { liveStream } from "../sockets/live-stream.ts";
import { realtime } from "../sockets/realtime.ts";
import { ENGINE_ERRORS } from "../operation.ts";
import { LIMITS } from "../limits.ts";
import { codesIn } from "../schema.ts";
import { withReferences } from "./references.ts";
import type { SocketDescription } from "../sockets/socket.ts";
import { speechSocket } from "../sockets/speech-stream.ts";
import { COUNTED_ERRORS, CREDENTIAL_ERRORS, SECURITY_SCHEMES, VERSION } from "./openapi.ts";

/** Every WebSocket of the service. */
export const SOCKETS: readonly SocketDescription[] = [
  liveStream,
  realtime,
  speechSocket,
  deepgramStream,
  deepgramSpeakStream,
];

const NAMED_SCHEMAS = { Error: ErrorMessageSchema };
const TOKEN_DESCRIPTION = "A session token, for browsers; never an API key.";
const TOKEN = Type.String({
  description: TOKEN_DESCRIPTION,
  pattern: "^st_",
});
const BINARY = "application/octet-stream";

/** Returns the AsyncAPI 3.0 document of the service's sockets at a base URL, as JSON. */
export function asyncApiDocument(baseUrl: string): string {
  const { protocol, host, pathname } = new URL(baseUrl);
  const document = {
    asyncapi: "3.0.0",
    info: {
      title: "Turkish speech: sockets",
      version: VERSION,
      description: `Live transcription and live speech. Errors are told on the open socket, those of authentication too; only an address that cannot be read is answered over HTTP, with 400 invalid_request. A client sends at most ${LIMITS.socket.messagesPerSecond} messages a second on average, ${LIMITS.socket.messagesAtOnce} at once, audio frames among them; beyond that the socket ends with rate_limit_exceeded.`,
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    servers: {
      service: {
        host,
        ...(pathname !== "/" && { pathname }),
        protocol: protocol === "https:" ? "wss" : "ws",
        security: Object.keys(securitySchemes()).map((name) => ({
          $ref: `#/components/securitySchemes/${name}`,
        })),
      },
    },
    channels: Object.fromEntries(SOCKETS.map((socket) => [socket.id, channelOf(socket)])),
    operations: Object.fromEntries(SOCKETS.flatMap(operationsOf)),
    components: {
      schemas: { Error: { ...ErrorMessageSchema } },
      securitySchemes: securitySchemes(),
    },
  };
  return withReferences(document, NAMED_SCHEMAS, "#/components/schemas/");
}

/** Returns the errors that a socket may report. */
export function socketErrorsOf({
  query,
  fromClient,
  errors,
}: SocketDescription): readonly ErrorName[] {
  const named = [...Object.values(query), ...Object.values(fromClient)].flatMap(codesIn);
  const codes: readonly ErrorName[] = [
    "invalid_request",
    "invalid_json",
    ...CREDENTIAL_ERRORS,
    ...COUNTED_ERRORS.work,
    ...named,
    ...errors,
    "stream_idle_timeout",
    ...ENGINE_ERRORS,
    "internal_error",
  ];
  return [...new Set(codes)];
}

function securitySchemes() {
  return {
    ...SECURITY_SCHEMES,
    subprotocol: {
      type: "httpApiKey",
      in: "header",
      name: "Sec-WebSocket-Protocol",
      description:
        "The subprotocols bearer and a key or token, or openai-insecure-api-key. followed by one.",
    },
    token: { type: "httpApiKey", in: "query", name: "token", description: TOKEN_DESCRIPTION },
    apiKeyHeader: {
      type: "httpApiKey",
      in: "header",
      name: "x-api-key",
      description: SECURITY_SCHEMES.apiKeyHeader.description,
    },
  };
}

function channelOf(socket: SocketDescription) {
  const { path, title, description, query, fromClient, fromService, errorMessage } = socket;
  const codes = socketErrorsOf(socket);
  return {
    address: path,
    title,
    description,
    servers: [{ $ref: "#/servers/service" }],
    messages: {
      ...messages("client", fromClient),
      ...messages("service", fromService),
      [messageId("service", errorMessage)]: {
        name: errorMessage,
        contentType: "application/json",
        description: codes.map((name) => `${codeOf(name)}: ${ERRORS[name].sentence}`).join("\n\n"),
        payload: fromService[errorMessage],
        examples: codes.map((name) => ({ name, payload: socket.errorExample(name) })),
      },
    },
    bindings: {
      ws: {
        method: "GET",
        query: {
          type: "object",
          properties: { ...query, token: TOKEN },
        },
      },
    },
  };
}

type Side = "client" | "service";

/** Returns the key of a message, with characters that the document allows in keys: `service.session.started`. */
function messageId(side: Side, name: string): string {
  return `${side}.${name}`;
}

function messages(side: Side, schemas: Readonly<Record<string, TSchema>>) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, payload]) => [
      messageId(side, name),
      { name, contentType: "contentMediaType" in payload ? BINARY : "application/json", payload },
    ]),
  );
}

/** Returns the service's operations on a channel: it receives the client's messages, and sends its own. */
function operationsOf({ id, title, fromClient, fromService }: SocketDescription) {
  const operation = (action: string, side: Side, schemas: Readonly<Record<string, TSchema>>) => ({
    action,
    title,
    channel: { $ref: `#/channels/${id}` },
    messages: Object.keys(schemas).map((name) => ({
      $ref: `#/channels/${id}/messages/${messageId(side, name)}`,
    })),
  });
  return [
    [`${id}.receive`, operation("receive", "client", fromClient)],
    [`${id}.send`, operation("send", "service", fromService)],
  ] as const;
}
