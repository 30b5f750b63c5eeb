import { isServerFault } from "#runtime/server-fault.ts";
import { REQUEST_MESSAGE } from "#runtime/log-output.ts";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import type { RawData, WebSocket } from "ws";
import type { Activity } from "../../contract/activities.ts";
import type { Allowance } from "../../access/quota/allowance.ts";
import { isSessionToken, type Principal } from "../../access/authenticate.ts";
import { socketCredential } from "../../access/credentials.ts";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";
import { RESTART_CLOSE } from "../../contract/sockets/socket.ts";
import { whoAsks } from "../http/conventions.ts";
import { toApiError } from "../http/to-api-error.ts";
import type { ApiServices } from "../http/services.ts";
import type { BoundedSocket } from "./bounded-socket.ts";
import { closeCodeOf, closeLabel } from "./close-codes.ts";
import { Rechecks } from "./rechecks.ts";
import { SocketBudget } from "./socket-budget.ts";

const PING_EVERY_MS = 20_000;
/** Time for conversations to end at a shutdown, and then for the last messages of those that are broken off. */
const SHUTDOWN_MS = 20_000;
const BREAK_OFF_MS = 500;

/** The conversation on an admitted socket, until it is disposed of. */
export interface Conversation extends Disposable {
  /** Seconds of audio transcribed or spoken so far. */
  readonly audioSeconds: number;
  receive(data: Buffer, isBinary: boolean): void;
  /** Ends after the remaining output, because the process ends. */
  shutdown(): void;
  /** Ends with the output so far, because the shutdown takes long. */
  breakOff(): void;
  /** Ends at once with an error. */
  fail(error: ApiError): void;
}

/** An admitted socket. */
export interface Opening {
  readonly socket: WebSocket;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly query: URLSearchParams;
  readonly principal: Principal;
  readonly allowance: Allowance;
  readonly gone: AbortSignal;
  /** Calls `undo` when the socket begins to close, at once if it already has; in reverse order. */
  readonly defer: (undo: () => void) => void;
  /** Called with every error that is sent to the client. */
  readonly onError: (error: ApiError) => void;
}

/** Handler of the sockets of a path. */
export interface SocketKind {
  readonly activity: Activity;
  open(opening: Opening): Promise<Conversation>;
  /** Returns the message that reports an error. */
  errorText(error: ApiError, requestId: string): string;
}

interface OpenSocket {
  readonly socket: BoundedSocket;
  /** Absent until the socket was admitted and has its resources. */
  conversation?: Conversation;
}

export class OpenSockets {
  readonly #services: ApiServices;
  readonly #open = new Set<OpenSocket>();
  readonly #rechecks: Rechecks;
  #isShut = false;

  constructor(services: ApiServices) {
    this.#services = services;
    this.#rechecks = new Rechecks(services);
  }

  /** Serves a socket that has just been opened; errors are sent on it, because browsers cannot read a failed handshake. */
  serve(socket: BoundedSocket, request: FastifyRequest, kind: SocketKind): void {
    socket.endAtFault();
    if (this.#isShut) return socket.close(RESTART_CLOSE);
    // Nothing is read until there is a listener.
    socket.pause();
    const entry: OpenSocket = { socket };
    const budget = new SocketBudget();
    // These also arrive before a socket is admitted, and after it was refused.
    for (const event of ["ping", "pong", "message"] as const) {
      socket.on(event, () => {
        if (event === "message" && entry.conversation !== undefined && isOpen(socket)) return;
        if (!budget.spend(0, performance.now()).mayGoOn) this.#refuseMore(entry);
      });
    }
    const cleanup = new DisposableStack();
    // A client may reconnect as soon as it knows of the end, so its place does not wait for its close frame.
    const held = new DisposableStack();
    socket.once("closing", () => held.dispose());
    const gone = new AbortController();
    this.#open.add(entry);
    const { openSockets } = this.#services.metrics;
    const route = routeOf(request);
    openSockets.inc({ route });
    cleanup.defer(() => openSockets.dec({ route }));
    cleanup.defer(keepAlive(socket));
    socket.once("close", (code) => {
      this.#open.delete(entry);
      gone.abort();
      this.#noteEnd(entry, request, code);
      held.dispose();
      cleanup.dispose();
    });
    const tell = (error: ApiError) => socket.send(kind.errorText(error, request.id));
    socket.once("too_large", () => tell(tooLarge()));
    const started = this.#start(entry, budget, request, kind, held, gone.signal);
    started.catch((error: unknown) => {
      if (gone.signal.aborted) return;
      const apiError = toApiError(error);
      noteError(request, apiError);
      tell(apiError);
      socket.resume();
      socket.close(closeCodeOf(apiError));
    });
  }

  /** Ends every conversation after its remaining output, as far as time allows. */
  async shutdown(): Promise<void> {
    this.#isShut = true;
    this.#rechecks[Symbol.dispose]();
    const entries = [...this.#open];
    const closed = Promise.all(
      entries.map(
        ({ socket }) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
      ),
    );
    for (const { socket, conversation } of entries) {
      if (conversation === undefined) socket.close(RESTART_CLOSE);
      else conversation.shutdown();
    }
    const { cut } = this.#services.drain;
    await Promise.race([closed, timeout(SHUTDOWN_MS, cut)]);
    for (const { conversation } of this.#open) conversation?.breakOff();
    await Promise.race([closed, timeout(BREAK_OFF_MS)]);
    for (const { socket } of this.#open) socket.terminate();
  }

  async #start(
    entry: OpenSocket,
    budget: SocketBudget,
    request: FastifyRequest,
    kind: SocketKind,
    held: DisposableStack,
    gone: AbortSignal,
  ): Promise<void> {
    const { authenticate, admission } = this.#services;
    const { socket } = entry;
    const query = new URL(request.url, "ws://localhost").searchParams;
    const credential = socketCredential(request.headers, query, isSessionToken);
    const principal = await authenticate(credential, request.ip);
    request.principal = principal;
    const defer = (undo: () => void) => {
      if (held.disposed) undo();
      else held.defer(undo);
    };
    const visit = await admission.enter(principal, kind.activity);
    const admittedAtMs = performance.now();
    defer(() => visit[Symbol.dispose]());
    const { allowance } = visit;
    const conversation = await kind.open({
      socket,
      requestId: request.id,
      request,
      query,
      principal,
      allowance,
      gone,
      defer,
      onError: (error) => noteError(request, error),
    });
    defer(() => conversation[Symbol.dispose]());
    gone.throwIfAborted();
    entry.conversation = conversation;
    const { activity } = kind;
    const fail = (error: ApiError) => conversation.fail(error);
    defer(this.#rechecks.add({ principal, activity, admittedAtMs, fail }));
    socket.on("message", (data, isBinary) => {
      if (!isOpen(socket)) return;
      const before = process.threadCpuUsage();
      conversation.receive(bytesOf(data), isBinary);
      const { user, system } = process.threadCpuUsage(before);
      const { mayGoOn, restMs } = budget.spend((user + system) / 1000, performance.now());
      if (!mayGoOn) conversation.fail(tooMuch());
      else if (restMs > 0) socket.pauseFor(restMs);
    });
    socket.resume();
  }

  /**
   * Ends a socket that sends too much; one that is already closing is no longer read, and is terminated after the close
   * timeout.
   */
  #refuseMore({ socket, conversation }: OpenSocket): void {
    if (!isOpen(socket)) socket.pause();
    else if (conversation === undefined) socket.terminate();
    else conversation.fail(tooMuch());
  }

  #noteEnd({ conversation }: OpenSocket, request: FastifyRequest, closeCode: number): void {
    const route = routeOf(request);
    const { errorCode: code } = request;
    const status = closeLabel(closeCode);
    this.#services.metrics.requests.inc({ method: "WS", route, status, code: code ?? "" });
    const audioSeconds = conversation?.audioSeconds ?? 0;
    request.log.info(
      { method: "WS", route, closeCode, code, audioSeconds, ...whoAsks(request) },
      REQUEST_MESSAGE,
    );
  }
}

/** Resolves after this time, or when `cut` is aborted. */
async function timeout(ms: number, cut?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(cut && { signal: cut }) }).catch(() => undefined);
}

/** Creates the id of a session, an item or an event. */
export function newId(kind: "sess" | "item" | "event"): string {
  return `${kind}_${randomUUID().replaceAll("-", "")}`;
}

function isOpen({ readyState, OPEN }: WebSocket): boolean {
  return readyState === OPEN;
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "unmatched";
}

function tooMuch(): ApiError {
  const { messagesPerSecond, messagesAtOnce } = LIMITS.socket;
  const message = `A socket may send ${messagesPerSecond} messages a second, ${messagesAtOnce} at once, and little work with each.`;
  return new ApiError("rate_limit_exceeded", message);
}

function tooLarge(): ApiError {
  const message = `A frame has more than ${LIMITS.frameBytes / 1024} KiB; send smaller ones.`;
  return new ApiError("invalid_request", message);
}

function noteError(request: FastifyRequest, error: ApiError): void {
  request.errorCode = error.code;
  if (!isServerFault(error.kind.status)) return;
  request.log.error({ code: error.code, err: error.cause }, "stream failed");
}

/**
 * Pings a socket and terminates it when a ping stays unanswered and nothing else arrives; returns a function that stops this.
 */
function keepAlive(socket: WebSocket): () => void {
  let isAnswered = true;
  // The pong may arrive behind much audio.
  for (const event of ["pong", "message"] as const) {
    socket.on(event, () => {
      isAnswered = true;
    });
  }
  const timer = setInterval(() => {
    // While reading is paused, the pong waits unread.
    if (!isAnswered && !socket.isPaused) return socket.terminate();
    isAnswered = false;
    socket.ping();
  }, PING_EVERY_MS);
  return () => clearInterval(timer);
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
