import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD = /^HTTP\/1\.1 (?<status>\d+) .*?\r\n\r\n/s;
const LENGTH = /^content-length: (\d+)\r$/im;
const ETAG = /^etag: (\S+)\r$/im;
const UNCHANGED = "304";
const OK = "200";

/** A connection of a reader that stays open between its requests: of 5,000, a client with pools would take more than the server. */
export class KeptConnection implements Disposable {
  readonly #socket: Socket;
  readonly #host: string;
  #etag = '""';

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setEncoding("latin1").on("error", () => undefined);
  }

  static async open(url: string): Promise<KeptConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new KeptConnection(socket, host);
  }

  /** Asks for what is new of a page's data; false where the answer is neither that nor that nothing is, or there is none. */
  async refresh(path: string): Promise<boolean> {
    if (this.#socket.destroyed) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let text = "";
    const onData = (piece: string): void => {
      text += piece;
      const [head, status] = HEAD.exec(text) ?? [];
      if (head === undefined) return;
      const bodyBytes = status === UNCHANGED ? 0 : Number(LENGTH.exec(head)?.[1] ?? Infinity);
      if (text.length < head.length + bodyBytes) return;
      this.#etag = ETAG.exec(head)?.[1] ?? this.#etag;
      resolve(status === OK || status === UNCHANGED);
    };
    const onClose = (): void => resolve(false);
    this.#socket.on("data", onData).once("close", onClose);
    const lines = [
      `GET ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      "accept-encoding: br",
      `if-none-match: ${this.#etag}`,
    ];
    this.#socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const isAnswered = await promise;
    this.#socket.off("data", onData).off("close", onClose);
    return isAnswered;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
