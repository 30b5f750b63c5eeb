import { pcmOf } from "#web-kit/audio/pcm.ts";
import { parseLiveMessage, type LiveMessage } from "./transcripts.ts";

/** A live stream to the service. */
export interface LiveSocket {
  /** Sends samples in [-1, 1], as soon as the socket is open. */
  send(samples: Float32Array): void;
  /** No more audio follows; the final transcript does. */
  end(): void;
  close(): void;
}

interface LiveSocketOptions {
  readonly token: string;
  /** Hertz. */
  readonly sampleRate: number;
  readonly onMessage: (message: LiveMessage) => void;
  /** It closed, or the network stopped taking what is said. */
  readonly onClosed: () => void;
}

/** So much audio may wait to be sent before the connection counts as lost. */
const MOST_WAITING_SECONDS = 10;
const BYTES_PER_SAMPLE = 2;

/** Opens a live stream, which begins to take samples at once. */
export function openLiveSocket({
  token,
  sampleRate,
  onMessage,
  onClosed,
}: LiveSocketOptions): LiveSocket {
  const address = new URL(`/v1/audio/stream?sample_rate=${sampleRate}&words=true`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  // A browser can set no header on a socket.
  const socket = new WebSocket(address, ["bearer", token]);
  let waiting: (Uint8Array<ArrayBuffer> | string)[] = [];
  const put = (data: Uint8Array<ArrayBuffer> | string): void => {
    if (socket.readyState === WebSocket.CONNECTING) waiting.push(data);
    else if (socket.readyState === WebSocket.OPEN) socket.send(data);
  };
  socket.onopen = () => {
    for (const data of waiting) socket.send(data);
    waiting = [];
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = typeof data === "string" ? parseLiveMessage(data) : undefined;
    if (message !== undefined) onMessage(message);
  };
  socket.onclose = () => onClosed();
  return {
    send(samples) {
      put(pcmOf(samples));
      if (socket.bufferedAmount > MOST_WAITING_SECONDS * sampleRate * BYTES_PER_SAMPLE) onClosed();
    },
    end: () => put('{"type":"end"}'),
    close: () => socket.close(),
  };
}
