import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long what is in work when the listener closes may take to its end. */
export const FINISH_MS = 60_000;
/** How long a connection that was made just before may take to ask something. */
const FIRST_BYTE_MS = 500;
/** How long answers to what was cut off may take on their way. */
const LAST_WORDS_MS = 1_000;

interface Closing {
  readonly server: Server;
  close(): Promise<void>;
}

/** Ends a server without a request that fails: readiness off, a delay, the listener closed, what is in work finished. */
export class Drain {
  readonly #connections = new Set<Socket>();
  readonly #cut = new AbortController();
  #isOn = false;

  /** The server still answers, and nobody should send it anything new. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Aborted when what is still in work is given up. */
  get cut(): AbortSignal {
    return this.#cut.signal;
  }

  /** Gets to know the connections of a server that does not listen yet. */
  watch(server: Server): void {
    server.on("connection", (socket) => {
      this.#connections.add(socket);
      socket.once("close", () => this.#connections.delete(socket));
    });
  }

  /** Turns readiness off, and resolves when balancers have had `seconds` to see it; at once when `hurried`. */
  async begin(seconds: number, hurried?: AbortSignal): Promise<void> {
    this.#isOn = true;
    const cut = (): void => this.#cut.abort();
    hurried?.addEventListener("abort", cut, { once: true });
    if (hurried?.aborted) cut();
    await sleep(seconds * 1000, undefined, { signal: this.cut }).catch(() => undefined);
  }

  /** Closes what was watched: the listener at once, then connections as their work is done; what takes too long is given up. */
  async finish(app: Closing): Promise<void> {
    let lastWords: NodeJS.Timeout | undefined;
    const onCut = (): void => {
      lastWords = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS_MS);
    };
    // Node takes them for busy until their time for a request is over.
    const unused = setTimeout(() => {
      for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    }, FIRST_BYTE_MS);
    const patience = setTimeout(() => this.#cut.abort(), FINISH_MS);
    if (this.cut.aborted) onCut();
    else this.cut.addEventListener("abort", onCut, { once: true });
    await app.close();
    clearTimeout(unused);
    clearTimeout(patience);
    clearTimeout(lastWords);
  }
}
