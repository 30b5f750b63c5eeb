import type { WebSocket } from "ws";

export type Outlet = Pick<WebSocket, "bufferedAmount" | "readyState" | "OPEN"> & {
  send(message: string, onSent: () => void): void;
};

/** Above this many buffered bytes a reader is slow, and only the latest replaceable message is kept. */
const BUFFERED_BYTES = 64 * 1024;

/** Sends messages to a socket; a slow reader receives only the latest of those that replace each other. */
export class SlowReader {
  readonly #socket: Outlet;
  #latest: string | undefined;

  constructor(socket: Outlet) {
    this.#socket = socket;
  }

  /** Sends a message that must arrive; it replaces a `sendLatest` message that still waits. */
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
