import { kebabCase, type Schema } from "./open-api.ts";

/** A message of a socket, as it is described. */
export interface Message {
  readonly name: string;
  readonly contentType: string;
  readonly payload: Schema;
  readonly examples?: readonly { readonly name: string; readonly payload: unknown }[];
}

export interface Channel {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** By side and name: `client.end`, `service.transcript.final`. */
  readonly messages: Readonly<Record<string, Message>>;
  readonly bindings: {
    readonly ws: { readonly query: { readonly properties: Readonly<Record<string, Schema>> } };
  };
}

/** The service's AsyncAPI document, as far as the reference shows it. */
export interface AsyncApiDocument {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A channel with its page below `/docs/reference/`. */
export interface SocketChannel extends Channel {
  readonly id: string;
  readonly slug: string;
}

/** Every socket of the document, in its order. */
export function socketsOf({ channels }: AsyncApiDocument): readonly SocketChannel[] {
  return Object.entries(channels).map(([id, channel]) => ({ ...channel, id, slug: kebabCase(id) }));
}

/** What one side of a socket says. */
export function messagesFrom(side: "client" | "service", { messages }: Channel) {
  return Object.entries(messages)
    .filter(([id]) => id.startsWith(`${side}.`))
    .map(([, message]) => message);
}
