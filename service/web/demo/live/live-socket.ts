import { pcmOf } from "#web-kit/audio/pcm.ts";
import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";

/** This much audio may wait to be sent before the connection counts as lost. */
const MOST_WAITING_SECONDS = 10;
const BYTES_PER_SAMPLE = 2;

interface LiveSocketListener {
  readonly onMessage: (message: ServerMessage) => void;
  /** The socket closed, or the network no longer takes what is sent. */
  readonly onClosed: () => void;
}

/** A live stream to the service; what is sent before it is open waits. */
export class LiveSocket {
  readonly #sampleRate: number;
  readonly #listener: LiveSocketListener;
  readonly #closing = new AbortController();
  #socket: WebSocket | undefined;
  #waiting: (Uint8Array<ArrayBuffer> | string)[] = [];

  constructor(sampleRate: number, listener: LiveSocketListener) {
    this.#sampleRate = sampleRate;
    this.#listener = listener;
  }

  open(token: string): void {
    const query = `sample_rate=${this.#sampleRate}&words=true`;
    const address = new URL(`/v1/audio/stream?${query}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const { onMessage, onClosed } = this.#listener;
    // A browser cannot set headers on a socket.
    const socket = new WebSocket(address, ["bearer", token]);
    this.#socket = socket;
    socket.onopen = () => {
      for (const data of this.#waiting) socket.send(data);
      this.#waiting = [];
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => onMessage(JSON.parse(data));
    socket.onclose = onClosed;
    window.addEventListener("offline", onClosed, { signal: this.#closing.signal });
  }

  /** Sends samples in [-1, 1]. */
  send(samples: Float32Array): void {
    this.#put(pcmOf(samples));
    const mostBytes = MOST_WAITING_SECONDS * this.#sampleRate * BYTES_PER_SAMPLE;
    if ((this.#socket?.bufferedAmount ?? 0) > mostBytes) this.#listener.onClosed();
  }

  /** Says that no more audio follows; the service answers with the final transcript. */
  end(): void {
    this.#put('{"type":"end"}');
  }

  close(): void {
    this.#closing.abort();
    this.#socket?.close();
  }

  #put(data: Uint8Array<ArrayBuffer> | string): void {
    const { readyState = WebSocket.CONNECTING } = this.#socket ?? {};
    if (readyState === WebSocket.CONNECTING) this.#waiting.push(data);
    else if (readyState === WebSocket.OPEN) this.#socket?.send(data);
  }
}
