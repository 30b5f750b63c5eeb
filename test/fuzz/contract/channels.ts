import { resolved, type Schema } from "./schema.ts";

/** A socket as the service's AsyncAPI document has it. */
export interface DocumentedChannel {
  readonly address: string;
  readonly query: Readonly<Record<string, Schema>>;
  /** Messages of the client by `type`, without audio. */
  readonly fromClient: Readonly<Record<string, Schema>>;
  readonly takesAudio: boolean;
  /** The types of what the service says. */
  readonly fromService: ReadonlySet<string>;
  /** The codes of its errors. */
  readonly codes: ReadonlySet<string>;
}

interface Message {
  readonly name: string;
  readonly contentType: string;
  readonly payload: Schema;
  readonly examples?: readonly {
    readonly payload: { readonly error: { readonly code: string } };
  }[];
}

interface AsyncApi {
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly messages: Readonly<Record<string, Message>>;
        readonly bindings: { readonly ws: { readonly query: Schema } };
      }
    >
  >;
}

/** Asks a service for its AsyncAPI document and returns the channel of an id. */
export async function documentedChannel(url: string, id: string): Promise<DocumentedChannel> {
  const answer = await fetch(new URL("/v1/asyncapi.json", url));
  const channel = resolved((await answer.json()) as AsyncApi).channels[id];
  if (channel === undefined) throw new Error(`the document has no channel ${id}`);
  const messages = Object.entries(channel.messages);
  const said = (side: "client" | "service"): readonly Message[] =>
    messages.filter(([name]) => name.startsWith(`${side}.`)).map(([, message]) => message);
  const isText = ({ contentType }: Message): boolean => contentType === "application/json";
  const examples = channel.messages["service.error"]?.examples ?? [];
  return {
    address: channel.address,
    query: channel.bindings.ws.query.properties ?? {},
    fromClient: Object.fromEntries(
      said("client")
        .filter(isText)
        .map(({ name, payload }) => [name, payload]),
    ),
    takesAudio: !said("client").every(isText),
    fromService: new Set(
      said("service")
        .filter(isText)
        .map(({ name }) => name),
    ),
    codes: new Set(examples.map(({ payload }) => payload.error.code)),
  };
}
