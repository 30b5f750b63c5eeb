import type { Writable } from "node:stream";
import { WebSocket } from "ws";

const TOO_LARGE = 1009;

/** A socket of a client that may send and cost so much and no more. */
export class BoundedSocket extends WebSocket {
  #rest: NodeJS.Timeout | undefined;
  /** Whether the conversation wants nothing read, apart from a rest. */
  #isHeld = false;

  /**
   * Says `closing` when either side begins to close, before the other has answered, and `too_large` before that where a frame is: ws
   * itself closes without a word.
   */
  override close(code?: number, reason?: string | Buffer): void {
    const isFirst = this.readyState === this.OPEN;
    if (isFirst && code === TOO_LARGE) this.emit("too_large");
    super.close(code, reason);
    if (isFirst) this.emit("closing");
  }

  /**
   * Passes over what was read already behind a frame that is refused, as one that is no UTF-8. ws goes on with it as if nothing had
   * been, and throws (8.23.0, `Receiver.getData`), which would end the process.
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
    if (this.#rest === undefined) super.resume();
  }

  /** Reads nothing for so long, that others have their turn; what was read already still comes. */
  rest(ms: number): void {
    super.pause();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (!this.#isHeld) super.resume();
    }, ms).unref();
  }
}
