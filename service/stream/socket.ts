import type { FastifyRequest } from "fastify";
import type { RawData, WebSocket } from "ws";
import type { Engine } from "../engine/engine.ts";
import { modelLoading } from "../engine/engine-error.ts";
import { isSessionToken, type Authenticate } from "../http/authenticate.ts";
import { socketCredential } from "../http/credentials.ts";
import { admitted, type Entrance } from "../http/entrance.ts";
import { toApiError, type ApiError } from "../http/errors.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import { StreamListener } from "./listener.ts";
import { closeCodeOf, errorMessage, parseStreamQuery, serialise } from "./protocol.ts";

const PING_EVERY_MS = 20_000;
const RESTART_CLOSE = 1012;
/** What a stream reserves of the quota to begin with. */
const EXPECTED_SECONDS = 60;
/** How long the final transcripts of a shutdown may take. */
const SHUTDOWN_MS = 7_000;

export interface StreamServices {
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  readonly entrance: Entrance;
  readonly metrics: ServiceMetrics;
  readonly compatModelId: string;
}

interface OpenStream {
  readonly socket: WebSocket;
  /** Absent until the stream has its place at the model. */
  listener?: StreamListener;
}

/** The live streams of this process. */
export class Streams {
  readonly #services: StreamServices;
  readonly #open = new Set<OpenStream>();

  constructor(services: StreamServices) {
    this.#services = services;
  }

  /** Serves a socket that has just been opened; errors are told on it, since browsers cannot read a failed handshake. */
  serve(socket: WebSocket, request: FastifyRequest): void {
    // Nothing is read until somebody listens.
    socket.pause();
    const stream: OpenStream = { socket };
    const cleanup = new DisposableStack();
    const gone = new AbortController();
    this.#open.add(stream);
    this.#services.metrics.streams.inc();
    cleanup.defer(() => this.#services.metrics.streams.dec());
    cleanup.defer(keepAlive(socket));
    socket.once("close", (code) => {
      this.#open.delete(stream);
      gone.abort();
      this.#noteEnd(stream, request, code);
      cleanup.dispose();
    });
    const started = this.#start(stream, request, cleanup, gone.signal);
    started.catch((error: unknown) => {
      if (!gone.signal.aborted) refuse(socket, toApiError(error), request);
    });
  }

  #noteEnd({ listener }: OpenStream, request: FastifyRequest, closeCode: number): void {
    const route = request.routeOptions.url ?? "";
    const { errorCode: code } = request;
    const status = String(closeCode);
    this.#services.metrics.requests.inc({ method: "WS", route, status, code: code ?? "" });
    const audioSeconds = listener?.audioSeconds ?? 0;
    request.log.info({ method: "WS", route, closeCode, code, audioSeconds }, "request");
  }

  /** Ends every stream with its final transcript, as far as that is possible in time. */
  async shutdown(): Promise<void> {
    const streams = [...this.#open];
    const closed = streams.map(
      ({ socket }) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
    );
    for (const { socket, listener } of streams) {
      if (listener === undefined) socket.close(RESTART_CLOSE);
      else listener.end("shutdown");
    }
    const late = setTimeout(() => {
      for (const { socket } of this.#open) socket.close(RESTART_CLOSE);
    }, SHUTDOWN_MS);
    const latest = setTimeout(() => {
      for (const { socket } of this.#open) socket.terminate();
    }, SHUTDOWN_MS + 500);
    await Promise.all(closed);
    clearTimeout(late);
    clearTimeout(latest);
  }

  async #start(
    stream: OpenStream,
    request: FastifyRequest,
    cleanup: DisposableStack,
    gone: AbortSignal,
  ): Promise<void> {
    const { engine, authenticate, entrance, metrics, compatModelId } = this.#services;
    const { socket } = stream;
    const query = new URL(request.url, "ws://localhost").searchParams;
    const principal = await authenticate(socketCredential(request.headers, query, isSessionToken));
    const parameters = parseStreamQuery(query, compatModelId);
    const visit = admitted(await entrance.enter(principal, "stream"));
    deferUnlessGone(cleanup, () => visit[Symbol.dispose]());
    const { allowance } = visit;
    await allowance.expect(EXPECTED_SECONDS);
    const model = engine.defaultOf("transcription");
    if (model === undefined) throw modelLoading(parameters.model);
    const slot = await model.admit({ urgency: "live", units: 0 }, gone);
    deferUnlessGone(cleanup, () => slot[Symbol.dispose]());
    const listener = new StreamListener({
      socket,
      requestId: request.id,
      compatModelId,
      parameters,
      model,
      slot,
      allowance,
      onError: (error) => noteError(request, error),
    });
    deferUnlessGone(cleanup, () => {
      listener[Symbol.dispose]();
      allowance.use(listener.audioSeconds);
      metrics.audio("stream", listener.audioSeconds);
    });
    gone.throwIfAborted();
    stream.listener = listener;
    socket.on("message", (data, isBinary) => listener.receive(bytesOf(data), isBinary));
    socket.resume();
  }
}

/** Undoes something when the socket closes, at once if it already has. */
function deferUnlessGone(cleanup: DisposableStack, undo: () => void): void {
  if (cleanup.disposed) undo();
  else cleanup.defer(undo);
}

function refuse(socket: WebSocket, error: ApiError, request: FastifyRequest): void {
  noteError(request, error);
  socket.send(serialise(errorMessage(error, request.id)));
  socket.resume();
  socket.close(closeCodeOf(error));
}

function noteError(request: FastifyRequest, error: ApiError): void {
  request.errorCode = error.code;
  if (error.kind.status < 500) return;
  request.log.error({ code: error.code, err: error.cause }, "stream failed");
}

/** Pings a socket and ends it when a ping stays without answer; returns what stops that. */
function keepAlive(socket: WebSocket): () => void {
  let isAnswered = true;
  socket.on("pong", () => {
    isAnswered = true;
  });
  const timer = setInterval(() => {
    // While reading is paused, the answer waits unread.
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
