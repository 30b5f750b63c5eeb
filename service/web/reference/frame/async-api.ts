/** A WebSocket. */
export interface Channel {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly bindings: { readonly ws: { readonly query: { readonly properties: object } } };
  /** By side and name: `client.end`, `service.transcript.final`. */
  readonly messages: Readonly<Record<string, { readonly name: string }>>;
}

/** The service's AsyncAPI document, as far as the pages read it. */
export interface AsyncApiDocument {
  readonly info: object;
  readonly operations: Readonly<Record<string, { readonly action: "receive" | "send" }>>;
  readonly channels: Readonly<Record<string, Channel>>;
}
