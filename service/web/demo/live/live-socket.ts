import { INT16_BYTES } from "#units/samples.ts";
import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";
import { liveAddress } from "../../code/calls/call.ts";

/** Timeout for the first message of the service. */
const START_TIMEOUT_MS = 10_000;
/** The most unsent audio before the connection counts as broken. */
const MAX_WAITING_SECONDS = 10;

/** A live stream to the service. */
export interface LiveSocket {
  /** Sends PCM; the limit of unsent audio is raised by what is sent at once, so that kept audio gets the time it needs. */
  send(...pieces: readonly Uint8Array<ArrayBuffer>[]): void;
  /** Ends the audio; the service answers with the final transcript. */
  end(): void;
  /** Closes the socket; the listener is not called any more. */
  close(): void;
}

export interface LiveSocketListener {
  readonly onMessage: (message: ServerMessage) => void;
  /**
   * Called once when the socket closes, the browser goes offline, or too much audio is unsent; with the HTTP status of the
   * reason where the service gave one.
   */
  readonly onBroken: (status: number | undefined) => void;
}

/** Returns the parameters of a live stream. */
export function liveParameters(sampleRate: number, hasWordTimes: boolean) {
  return { sample_rate: sampleRate, words: hasWordTimes };
}

/** Opens a live stream, which accepts audio from the service's first message on. */
export function openLiveSocket(
  token: string,
  { sample_rate: sampleRate, ...fields }: ReturnType<typeof liveParameters>,
  { onMessage, onBroken }: LiveSocketListener,
): LiveSocket {
  const address = liveAddress({ sample_rate: sampleRate, ...fields }, location.origin);
  // Browsers cannot set headers on a WebSocket, so the token is sent as a subprotocol.
  const socket = new WebSocket(address, ["bearer", token]);
  const defaultBytes = MAX_WAITING_SECONDS * sampleRate * INT16_BYTES;
  let maxBytes = defaultBytes;
  const listening = new AbortController();
  const { signal } = listening;
  const close = (): void => {
    window.clearTimeout(timer);
    listening.abort();
    socket.close();
  };
  const broken = (status?: number): void => {
    close();
    onBroken(status);
  };
  const timer = window.setTimeout(broken, START_TIMEOUT_MS);
  const hear = ({ data }: MessageEvent<string>): void => {
    window.clearTimeout(timer);
    onMessage(JSON.parse(data));
  };
  socket.addEventListener("message", hear, { signal });
  socket.addEventListener("close", ({ code }) => broken(statusOfClose(code)), { signal });
  window.addEventListener("offline", () => broken(), { signal });
  return {
    close,
    end: () => socket.send('{"type":"end"}'),
    send(...pieces) {
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
      if (socket.bufferedAmount < defaultBytes) maxBytes = defaultBytes + bytes;
      for (const piece of pieces) socket.send(piece);
      if (socket.bufferedAmount > maxBytes) broken();
    },
  };
}

/** Returns the HTTP status in a close code: the service closes with 4000 plus the status of its reason. */
function statusOfClose(code: number): number | undefined {
  return code > 4000 ? code - 4000 : undefined;
}
