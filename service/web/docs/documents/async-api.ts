import type { Schema } from "./open-api.ts";

/** A message of a socket. */
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

/** The messages that one side of a socket sends. */
export function messagesFrom(side: "client" | "service", { messages }: Channel) {
  return Object.entries(messages)
    .filter(([id]) => id.startsWith(`${side}.`))
    .map(([, message]) => message);
}
