import { once } from "node:events";
import WebSocket from "ws";

type Message = Readonly<Record<string, unknown>> & { readonly type: string };

/** A client of a socket. */
export interface StreamClient extends Disposable {
  readonly socket: WebSocket;
  /** Everything the server has said so far. */
  readonly messages: readonly Message[];
  /** The binary frames that the server has sent so far. */
  readonly audio: readonly Buffer[];
  /** Sends a message. */
  say(message: Readonly<Record<string, unknown>>): void;
  /** Waits for the first message of a type, or for the one with the number `at`. */
  message(type: string, at?: number): Promise<Message>;
  /** Waits until there is audio. */
  hasAudio(): Promise<void>;
  /** Waits for the close and gives its code. */
  closed(): Promise<number>;
}

/** Opens a socket, a live stream unless `path` says otherwise; `credential` goes into the Authorization header. */
export async function openStream(
  serviceUrl: string,
  options: {
    readonly path?: string;
    readonly credential?: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly subprotocols?: readonly string[];
    /** Of the client, as a proxy that the service trusts says it. */
    readonly address?: string;
  },
): Promise<StreamClient> {
  const address = new URL(options.path ?? "/v1/audio/stream", serviceUrl.replace(/^http/, "ws"));
  address.search = new URLSearchParams(options.query ?? {}).toString();
  const { credential, subprotocols = [] } = options;
  const socket = new WebSocket(address, [...subprotocols], {
    headers: {
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(options.address !== undefined && { "x-forwarded-for": options.address }),
    },
  });
  const messages: Message[] = [];
  let onChange = () => {};
  const audio: Buffer[] = [];
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) audio.push(data);
    else messages.push(JSON.parse(data.toString("utf8")) as Message);
    onChange();
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  let closeCode: number | undefined;
  void closed.then((code) => {
    closeCode = code;
    onChange();
  });
  await once(socket, "open");

  async function found<Value>(what: string, find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const value = find();
      if (value !== undefined) return value;
      if (closeCode !== undefined) {
        throw new Error(`closed with ${closeCode} before ${what}: ${JSON.stringify(messages)}`);
      }
      await new Promise<void>((resolve) => {
        onChange = resolve;
      });
    }
  }

  return {
    socket,
    messages,
    audio,
    say: (message) => socket.send(JSON.stringify(message)),
    closed: () => closed,
    message: (type, at = 0) =>
      found(type, () => messages.filter((message) => message.type === type)[at]),
    hasAudio: async () => {
      await found("audio", () => audio[0]);
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}
