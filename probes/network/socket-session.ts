import { on, once } from "node:events";
import WebSocket from "ws";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import type { Trace, TracedExchange } from "../check/trace.ts";
import { parseObject, reasonOfStatus } from "./answer.ts";
import { dial, targetOf } from "./dial.ts";
import { valueAt } from "./json-value.ts";
import { networkFailure } from "./network-failure.ts";

/** A JSON text frame from the server. */
export type ServerMessage = Readonly<Record<string, unknown>>;

const CLOSE_GRACE_MS = 500;
/** Maximum size of one message; a longer one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Above this many unread messages, reading pauses and the server has to wait. */
const MAX_UNREAD_MESSAGES = 100;

/** Opens a WebSocket on a connection of its own with the API key, or throws a `CheckFailure`. */
export async function openSocketSession(
  url: URL,
  credential: string,
  access: CheckAccess,
): Promise<SocketSession> {
  const what = `${url.origin}${url.pathname}`;
  const phases: ObservationPhases = {};
  let socket: WebSocket | undefined;
  try {
    const connection = await dial(targetOf(url), access, phases);
    const sentMs = performance.now();
    socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${credential}`, "user-agent": "speech-status-prober" },
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      createConnection: () => connection,
    });
    // Frames may arrive in the same packet as the handshake's answer, so the session listens before that is awaited.
    const session = new SocketSession(socket, what, phases, access);
    await handshake(socket, what, phases, access);
    phases.first_byte = performance.now() - sentMs;
    return session;
  } catch (error) {
    socket?.terminate();
    throw networkFailure(error, what, phases, access.signal);
  }
}

/** A WebSocket whose messages are read one after the other. */
export class SocketSession implements AsyncDisposable {
  readonly #socket: WebSocket;
  /** Name of its target in messages: the URL without its query. */
  readonly what: string;
  readonly phases: ObservationPhases;
  /** The close code, once the server has closed. */
  readonly closeCode: Promise<number>;
  /** The server's JSON messages until it closes. */
  readonly messages: AsyncGenerator<ServerMessage>;
  #exchange: TracedExchange | undefined;
  readonly #trace: Trace;
  readonly #signal: AbortSignal;

  constructor(
    socket: WebSocket,
    what: string,
    phases: ObservationPhases,
    { signal, trace }: CheckAccess,
  ) {
    this.#socket = socket;
    this.#trace = trace;
    this.#signal = signal;
    this.what = what;
    this.phases = phases;
    this.closeCode = new Promise((resolve) => void socket.once("close", resolve));
    const bounds = { highWaterMark: MAX_UNREAD_MESSAGES, lowWaterMark: MAX_UNREAD_MESSAGES / 2 };
    const frames = on(socket, "message", { signal, close: ["close"], ...bounds });
    this.messages = this.#read(frames, signal);
    // An error is followed by a close with code 1006, which is enough to report it.
    socket.on("error", () => {});
    socket.once("upgrade", ({ statusCode = 0, headers }) => {
      const exchange = trace.noteExchange(what, statusCode, headers);
      this.#exchange = exchange;
      socket.once("close", (code) => (exchange.closeCode = code));
    });
  }

  /** Sends a text or a binary frame; does nothing once the server has closed. */
  send(frame: string | Uint8Array): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // After a timeout there is no time for a closing handshake: the findings would be lost.
    if (!this.#signal.aborted) {
      this.#socket.close();
      await Promise.race([this.closeCode, new Promise((end) => setTimeout(end, CLOSE_GRACE_MS))]);
    }
    this.#socket.terminate();
  }

  async *#read(frames: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<ServerMessage> {
    const { what, phases } = this;
    try {
      for await (const [data, isBinary] of frames as AsyncIterable<[Buffer, boolean]>) {
        if (isBinary) continue;
        const message = parseObject(data);
        if (message === undefined) {
          throw new CheckFailure("bad_body", `${what}: a text frame that is no JSON object`, {
            phases,
          });
        }
        // The id of a session in the server's log is in its first message, or in its error.
        const id = valueAt(message, "error.request_id") ?? message["session_id"];
        if (this.#exchange !== undefined && typeof id === "string") {
          this.#trace.nameExchange(this.#exchange, id);
        }
        yield message;
      }
    } catch (error) {
      if (signal.aborted || error instanceof CheckFailure) {
        throw networkFailure(error, what, phases, signal);
      }
    }
  }
}

async function handshake(
  socket: WebSocket,
  what: string,
  phases: ObservationPhases,
  { signal, trace }: CheckAccess,
): Promise<void> {
  const refused = Promise.withResolvers<never>();
  socket.once("unexpected-response", (_request, { statusCode = 0, headers }) => {
    trace.noteExchange(what, statusCode, headers);
    const message = `${what}: the handshake was answered with status ${statusCode}`;
    refused.reject(
      new CheckFailure(reasonOfStatus(statusCode, undefined, headers), message, { phases }),
    );
  });
  await Promise.race([once(socket, "open", { signal }), refused.promise]);
}
