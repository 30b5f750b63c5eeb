import { on, once } from "node:events";
import type { IncomingMessage } from "node:http";
import WebSocket from "ws";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { reasonOfStatus, valueAt } from "./answer.ts";
import { dial, targetOf } from "./dial.ts";
import { networkFailure } from "./network-failure.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import type { Trace, TracedExchange } from "../check/trace.ts";

/** A JSON text frame from the server. */
export type ServerMessage = Readonly<Record<string, unknown>>;

/** An open WebSocket whose messages are read one after the other. */
export interface SocketSession extends AsyncDisposable {
  readonly phases: ObservationPhases;
  /** What it is connected to, for messages: the URL without its query. */
  readonly what: string;
  /** Sends a text or a binary frame; does nothing once the server has closed. */
  send(frame: string | Uint8Array): void;
  /** The server's messages until it closes; an `error` message ends them as a `CheckFailure`. */
  readonly messages: AsyncGenerator<ServerMessage>;
  /** The close code, once the server has closed. */
  readonly closeCode: Promise<number>;
}

const CLOSE_GRACE_MS = 500;

/** Opens a WebSocket on a connection of its own with the API key, or throws a `CheckFailure`. */
export async function openSocketSession(
  url: URL,
  credential: string,
  access: CheckAccess,
): Promise<SocketSession> {
  const { signal, trace } = access;
  const what = `${url.origin}${url.pathname}`;
  const phases: ObservationPhases = {};
  let socket: WebSocket | undefined;
  try {
    const connection = await dial(targetOf(url), access, phases);
    const sentMs = performance.now();
    socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${credential}`, "user-agent": "speech-status-prober" },
      perMessageDeflate: false,
      createConnection: () => connection,
    });
    const closeCode = closeCodeOf(socket);
    const traced = traceHandshake(socket, what, trace);
    // Frames may come in the same packet as the handshake's answer: listen before it is awaited.
    const frames = on(socket, "message", { signal, close: ["close"] });
    await handshake(socket, what, phases, signal);
    phases.first_byte = performance.now() - sentMs;
    return sessionOf(socket, { what, phases, closeCode }, readMessages());

    async function* readMessages(): AsyncGenerator<ServerMessage> {
      try {
        for await (const [data, isBinary] of frames as AsyncIterable<[Buffer, boolean]>) {
          if (isBinary) continue;
          const message = parseMessage(data.toString("utf8"), what, phases);
          nameExchange(traced(), message);
          yield message;
        }
      } catch (error) {
        // Other errors are followed by a close with code 1006, which says all that there is to say.
        if (signal.aborted || error instanceof CheckFailure) {
          throw networkFailure(error, what, phases, signal);
        }
      }
    }
  } catch (error) {
    socket?.terminate();
    throw networkFailure(error, what, phases, signal);
  }
}

/** Settles with the close code; listens to errors too, which nobody else does. */
function closeCodeOf(socket: WebSocket): Promise<number> {
  socket.on("error", () => {});
  return new Promise((resolve) => void socket.once("close", resolve));
}

/** Notes the answer to the handshake and the close; returns how to get at the note. */
function traceHandshake(
  socket: WebSocket,
  what: string,
  trace: Trace,
): () => TracedExchange | undefined {
  let noted: TracedExchange | undefined;
  const note = ({ statusCode, headers }: IncomingMessage): TracedExchange =>
    trace.noteExchange(what, statusCode ?? 0, headers);
  socket.once("unexpected-response", (_request, response) => void note(response));
  socket.once("upgrade", (response) => {
    const exchange = note(response);
    noted = exchange;
    socket.once("close", (code) => (exchange.closeCode = code));
  });
  return () => noted;
}

/** By what a server's log knows a session: the id in its first message, or in its error. */
function nameExchange(exchange: TracedExchange | undefined, message: ServerMessage): void {
  const id = valueAt(message, "error.request_id") ?? message["session_id"];
  if (exchange !== undefined && typeof id === "string") exchange.requestId = id;
}

async function handshake(
  socket: WebSocket,
  what: string,
  phases: ObservationPhases,
  signal: AbortSignal,
): Promise<void> {
  const refused = Promise.withResolvers<never>();
  socket.once("unexpected-response", (_request, response) => {
    const status = response.statusCode ?? 0;
    const message = `${what}: the handshake was answered with status ${status}`;
    refused.reject(new CheckFailure(reasonOfStatus(status, undefined), message, { phases }));
  });
  await Promise.race([once(socket, "open", { signal }), refused.promise]);
}

function sessionOf(
  socket: WebSocket,
  { what, phases, closeCode }: Pick<SocketSession, "what" | "phases" | "closeCode">,
  messages: AsyncGenerator<ServerMessage>,
): SocketSession {
  return {
    what,
    phases,
    messages,
    closeCode,
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await Promise.race([closeCode, new Promise((end) => setTimeout(end, CLOSE_GRACE_MS))]);
      socket.terminate();
    },
  };
}

function parseMessage(frame: string, what: string, phases: ObservationPhases): ServerMessage {
  let message: unknown;
  try {
    message = JSON.parse(frame);
  } catch {
    message = undefined;
  }
  if (typeof message !== "object" || message === null) {
    throw new CheckFailure("bad_body", `${what}: a text frame that is not JSON`, { phases });
  }
  return message as ServerMessage;
}
