import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long requests in progress may take to finish after the listener is closed. */
export const FINISH_MS = 60_000;
/** How long a connection that was made just before may take to send its first byte. */
const FIRST_BYTE_MS = 500;
/** How long responses to aborted requests may take to be sent before their connections are closed. */
const LAST_WORDS_MS = 1_000;

interface Closing {
  readonly server: Server;
  close(): Promise<void>;
}

/** Stops a server without failing requests: readiness off, a delay, the listener closed, requests in progress finished. */
export class Drain {
  readonly #connections = new Set<Socket>();
  readonly #cut = new AbortController();
  #isOn = false;

  /** Whether draining has begun: the server still answers, but should get no new requests. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Aborted when requests that are still in progress are given up. */
  get cut(): AbortSignal {
    return this.#cut.signal;
  }

  /** Tracks the connections of a server that does not listen yet. */
  watch(server: Server): void {
    server.on("connection", (socket) => {
      this.#connections.add(socket);
      socket.once("close", () => this.#connections.delete(socket));
    });
  }

  /** Turns readiness off and waits `seconds` for load balancers to notice; resolves at once when `hurried` aborts. */
  async begin(seconds: number, hurried?: AbortSignal): Promise<void> {
    this.#isOn = true;
    const cut = (): void => this.#cut.abort();
    hurried?.addEventListener("abort", cut, { once: true });
    if (hurried?.aborted) cut();
    await sleep(seconds * 1000, undefined, { signal: this.cut }).catch(() => undefined);
  }

  /**
   * Closes the server: the listener at once, each connection when its requests are done. After `FINISH_MS` the rest is given
   * up.
   */
  async finish(app: Closing): Promise<void> {
    let lastWords: NodeJS.Timeout | undefined;
    const onCut = (): void => {
      lastWords = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS_MS);
    };
    // Node counts connections without a request as busy until their request timeout.
    const unused = setTimeout(() => {
      for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    }, FIRST_BYTE_MS);
    const timer = setTimeout(() => this.#cut.abort(), FINISH_MS);
    if (this.cut.aborted) onCut();
    else this.cut.addEventListener("abort", onCut, { once: true });
    await app.close();
    clearTimeout(unused);
    clearTimeout(timer);
    clearTimeout(lastWords);
  }
}
