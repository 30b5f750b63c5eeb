import type WebSocket from "ws";
import { Mismatch } from "./mismatch.ts";

/** What the service says on a socket. */
export type Said = Readonly<Record<string, unknown>> & { readonly type: string };

/** A client's end of a socket. */
export class ConformanceSocket implements Disposable {
  readonly #socket: WebSocket;
  readonly #said: Said[] = [];
  #audioBytes = 0;
  #closeCode: number | undefined;
  #changed = (): void => undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.#audioBytes += data.length;
      else this.#said.push(JSON.parse(data.toString("utf8")) as Said);
      this.#changed();
    });
    socket.once("close", (code: number) => {
      this.#closeCode = code;
      this.#changed();
    });
  }

  get said(): readonly Said[] {
    return this.#said;
  }

  get audioBytes(): number {
    return this.#audioBytes;
  }

  get subprotocol(): string {
    return this.#socket.protocol;
  }

  say(message: Readonly<Record<string, unknown>>): void {
    this.#socket.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  sendAudio(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** Waits for the first message of a type; throws Mismatch when the socket closes without it. */
  async message(type: string): Promise<Said> {
    return this.#until(`a message ${type}`, () => this.#said.find((said) => said.type === type));
  }

  /** Waits for the first of several types. */
  async firstOf(...types: readonly string[]): Promise<Said> {
    const isOne = ({ type }: Said) => types.includes(type);
    return this.#until(`one of ${types.join(", ")}`, () => this.#said.find(isOne));
  }

  /** Waits for the close and gives its code. */
  async closed(): Promise<number> {
    return this.#until("a close", () => this.#closeCode);
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  async #until<Value>(what: string, find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const value = find();
      if (value !== undefined) return value;
      if (this.#closeCode !== undefined) {
        throw new Mismatch("the socket", what, { closed: this.#closeCode, said: this.#said });
      }
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }
}
