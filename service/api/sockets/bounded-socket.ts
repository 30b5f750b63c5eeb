import { WebSocket } from "ws";

const TOO_LARGE = 1009;

/** A socket that says `too_large` before it closes since a frame is: ws itself closes without a word. */
export class BoundedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === TOO_LARGE && this.readyState === this.OPEN) this.emit("too_large");
    super.close(code, reason);
  }
}
