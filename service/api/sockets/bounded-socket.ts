import { WebSocket } from "ws";

const TOO_LARGE = 1009;

/** A socket of a client that may send and cost so much and no more. */
export class BoundedSocket extends WebSocket {
  #rest: NodeJS.Timeout | undefined;
  /** Whether the conversation wants nothing read, apart from a rest. */
  #isHeld = false;

  /** Says `too_large` before it closes since a frame is: ws itself closes without a word. */
  override close(code?: number, reason?: string | Buffer): void {
    if (code === TOO_LARGE && this.readyState === this.OPEN) this.emit("too_large");
    super.close(code, reason);
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
