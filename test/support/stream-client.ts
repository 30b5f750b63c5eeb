import { once } from "node:events";
import WebSocket from "ws";

type Message = Readonly<Record<string, unknown>> & { readonly type: string };

/** A client of the live stream. */
export interface StreamClient extends Disposable {
  readonly socket: WebSocket;
  /** Everything the server has said so far. */
  readonly messages: readonly Message[];
  /** Waits for the first message of a type. */
  message(type: string): Promise<Message>;
  /** Waits for the close and gives its code. */
  closed(): Promise<number>;
}

/** Opens a live stream; `credential` goes into the Authorization header. */
export async function openStream(
  serviceUrl: string,
  options: {
    readonly credential?: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly subprotocols?: readonly string[];
  },
): Promise<StreamClient> {
  const address = new URL("/v1/audio/stream", serviceUrl.replace(/^http/, "ws"));
  address.search = new URLSearchParams(options.query ?? {}).toString();
  const { credential, subprotocols = [] } = options;
  const socket = new WebSocket(address, [...subprotocols], {
    headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` },
  });
  const messages: Message[] = [];
  let onChange = () => {};
  socket.on("message", (data: Buffer) => {
    messages.push(JSON.parse(data.toString("utf8")) as Message);
    onChange();
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  let closeCode: number | undefined;
  void closed.then((code) => {
    closeCode = code;
    onChange();
  });
  await once(socket, "open");
  return {
    socket,
    messages,
    closed: () => closed,
    async message(type) {
      for (;;) {
        const found = messages.find((message) => message.type === type);
        if (found !== undefined) return found;
        if (closeCode !== undefined) {
          throw new Error(`closed with ${closeCode} before ${type}: ${JSON.stringify(messages)}`);
        }
        await new Promise<void>((resolve) => {
          onChange = resolve;
        });
      }
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}
