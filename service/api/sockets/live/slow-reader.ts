import type { WebSocket } from "ws";

export type Outlet = Pick<WebSocket, "bufferedAmount" | "readyState" | "OPEN"> & {
  send(message: string, onSent: () => void): void;
};

/** Bytes that may wait for a slow reader before the newest of several messages stands for all. */
const BUFFERED_BYTES = 64 * 1024;

/** Sends to a socket; to a slow reader only the latest of the messages that replace each other. */
export class SlowReader {
  readonly #socket: Outlet;
  #latest: string | undefined;

  constructor(socket: Outlet) {
    this.#socket = socket;
  }

  /** Sends a message that must arrive; it replaces a latest one that still waits. */
  send(message: string): void {
    this.#latest = undefined;
    this.#write(message);
  }

  /** Sends a message that the next one replaces, now or when the reader has caught up. */
  sendLatest(message: string): void {
    if (this.#socket.bufferedAmount <= BUFFERED_BYTES) this.#write(message);
    else this.#latest = message;
  }

  #write(message: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(message, () => {
      const latest = this.#latest;
      if (latest === undefined || this.#socket.bufferedAmount > BUFFERED_BYTES) return;
      this.#latest = undefined;
      this.#write(latest);
    });
  }
}
