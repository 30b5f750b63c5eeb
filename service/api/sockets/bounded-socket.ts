import type { Writable } from "node:stream";
import { WebSocket } from "ws";

const TOO_LARGE = 1009;

/** A client's WebSocket with limits on what it may send and cost. */
export class BoundedSocket extends WebSocket {
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Whether the conversation has paused reading, independently of `rest`. */
  #isHeld = false;

  /**
   * Emits `closing` when either side begins to close, before the other has answered, and before that `too_large` where a frame
   * is too large: ws itself closes without a message.
   */
  override close(code?: number, reason?: string | Buffer): void {
    const isFirst = this.readyState === this.OPEN;
    if (isFirst && code === TOO_LARGE) this.emit("too_large");
    super.close(code, reason);
    if (isFirst) this.emit("closing");
  }

  /**
   * Ignores data that was already read behind a refused frame, such as one that is not UTF-8. ws goes on with it as if nothing
   * had happened, and throws (8.23.0, `Receiver.getData`), which would end the process.
   */
  endAtFault(): void {
    const { _receiver: receiver } = this as unknown as { readonly _receiver: Writable };
    const write = receiver._write.bind(receiver);
    receiver._write = (chunk, encoding, done) => {
      if (receiver.errored === null) write(chunk, encoding, done);
      else done();
    };
  }

  override pause(): void {
    this.#isHeld = true;
    super.pause();
  }

  override resume(): void {
    this.#isHeld = false;
    if (this.#pauseTimer === undefined) super.resume();
  }

  /** Pauses reading for this time, so that other sockets have their turn; data that was already read still arrives. */
  pauseFor(ms: number): void {
    super.pause();
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => {
      this.#pauseTimer = undefined;
      if (!this.#isHeld) super.resume();
    }, ms).unref();
  }
}
