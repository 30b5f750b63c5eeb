import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";
import { pcmOf } from "#web-kit/audio/pcm.ts";

/** This much audio may wait to be sent before the connection counts as lost. */
const MOST_WAITING_SECONDS = 10;
const BYTES_PER_SAMPLE = 2;

export type LiveSocket = ReturnType<typeof liveSocket>;

/**
 * Makes a live stream to the service; what is sent before it is open waits.
 *
 * `onClosed` is told that the socket closed, or that the network no longer takes what is sent.
 */
export function liveSocket(
  sampleRate: number,
  onMessage: (message: ServerMessage) => void,
  onClosed: () => void,
) {
  const closing = new AbortController();
  let waiting: (Uint8Array<ArrayBuffer> | string)[] = [];
  let socket: WebSocket | undefined;
  const put = (data: Uint8Array<ArrayBuffer> | string): void => {
    const { readyState = WebSocket.CONNECTING } = socket ?? {};
    if (readyState === WebSocket.CONNECTING) waiting.push(data);
    else if (readyState === WebSocket.OPEN) socket?.send(data);
  };
  const open = (token: string): void => {
    const query = `sample_rate=${sampleRate}&words=true`;
    const address = new URL(`/v1/audio/stream?${query}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    // A browser cannot set headers on a socket.
    socket = new WebSocket(address, ["bearer", token]);
    socket.onopen = () => {
      const early = waiting;
      waiting = [];
      early.forEach(put);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => onMessage(JSON.parse(data));
    socket.onclose = onClosed;
    window.addEventListener("offline", onClosed, { signal: closing.signal });
  };
  return {
    open,
    /** Sends samples in [-1, 1]. */
    send(samples: Float32Array): void {
      put(pcmOf(samples));
      const mostBytes = MOST_WAITING_SECONDS * sampleRate * BYTES_PER_SAMPLE;
      if ((socket?.bufferedAmount ?? 0) > mostBytes) onClosed();
    },
    /** Says that no more audio follows; the service answers with the final transcript. */
    end: () => put('{"type":"end"}'),
    close(): void {
      closing.abort();
      socket?.close();
    },
  };
}
