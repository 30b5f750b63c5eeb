import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { Turns } from "./turns.ts";

/** Maximum number of requests of one connection that are processed concurrently; the rest stays unread. */
export const MAX_IN_PROGRESS = 4;
/** How long the bytes of one connection are read before others get a turn. */
const MAX_TURN_MS = 1;
/** Bytes of a chunked body that are read at a time: as many chunks of one byte take Node a millisecond. */
const MAX_CHUNKED_BYTES = 4096;
/** What reading a body may take before the rest of it waits for turns: most bodies take a tenth of this for each byte. */
const CHEAP_BODY = { ms: 0.5, msPerByte: 50e-6 };
/** The largest share of the time that waiting requests take together, and waiting bodies. */
const TURNS_SHARE = 0.25;
/** How long a client may read nothing of a response. */
const UNREAD_ANSWER_MS = 60_000;
/** Maximum number of listeners for the end of one response, before Node warns of a leak. */
const MAX_LISTENERS = 30;
/** How long a client may take to close its side after the server has. */
const CLOSING_MS = 5_000;

/** The bytes that end a request head, and a chunked body. */
const EMPTY_LINE = Buffer.from("\r\n\r\n");
const [CR, LF] = EMPTY_LINE;

/**
 * Connections full of requests go on one after the other, so that many of them make a turn of the event loop no longer than one
 * does, and rest in between. Whoever sends one request at a time never waits here.
 */
const requestTurns = new Turns(Infinity, {
  share: TURNS_SHARE,
  spentMs: () => performance.eventLoopUtilization().active,
});
/** So do connections whose bodies are costly to read: chunks of one byte take Node a hundred times as long as large ones. */
const bodyTurns = new Turns(Infinity, { share: TURNS_SHARE, spentMs: () => costlyMs });
/** How long costly bodies have taken to read, in milliseconds. */
let costlyMs = 0;

type Read = (bytes: Buffer) => void;

interface InWork {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A client connection. Node reads up to 64 KB at a time and dispatches all requests in it, which may be thousands. This class
 * passes Node one request a turn of the event loop, and nothing while `MAX_IN_PROGRESS` requests are being processed.
 */
export class Connection {
  readonly socket: Socket;
  readonly #read: Read;
  readonly #inWork = new Set<InWork>();
  #last: IncomingMessage | undefined;
  /** Bytes of the last announced body still to arrive; they may hold anything, so no head is searched in them. */
  #bodyBytesLeft = 0;
  /** The cost of the last request's body so far. */
  #body = { ms: 0, bytes: 0 };
  /** How many bytes of an empty line the previous bytes ended with. */
  #lineBegun = 0;
  #isHeld = false;
  #waitsForTurn = false;
  #hasTurn = false;
  #isUpgraded = false;
  #waitsSinceMs = performance.now();
  #sent = { bytes: 0, atMs: 0 };
  #endedAtMs: number | undefined;

  /** Replaces the `data` listener that Node's HTTP server has just added to the socket. */
  constructor(socket: Socket) {
    this.socket = socket;
    const [read] = socket.listeners("data");
    if (read === undefined) throw new Error("Node reads the connections of its server otherwise");
    this.#read = read as Read;
    socket.removeListener("data", this.#read);
    socket.on("data", this.#take);
  }

  /** When the wait for the client began, on the clock of `performance.now`; undefined while the server processes a request. */
  get waitsSinceMs(): number | undefined {
    if (this.#isUpgraded) return undefined;
    const isUnread = this.socket.writableNeedDrain;
    for (const { request, response } of this.#inWork) {
      if (request.complete && !response.writableEnded && !isUnread) return undefined;
    }
    return this.#waitsSinceMs;
  }

  /** Registers a dispatched request until its response is closed. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const one = { request, response };
    this.#inWork.add(one);
    this.#last = request;
    this.#body = { ms: 0, bytes: 0 };
    this.#bodyBytesLeft = Number(request.headers["content-length"] ?? 0);
    this.#waitsSinceMs = performance.now();
    // More code listens for the end of a response than the ten listeners at which Node warns of a leak.
    response.setMaxListeners(MAX_LISTENERS);
    response.once("close", () => {
      this.#inWork.delete(one);
      this.#waitsSinceMs = performance.now();
      if (this.#isHeld && this.#mayRead) void this.#goOnInTurn(requestTurns);
    });
  }

  /** Reserves the connection for an upgrade, unless earlier requests are being processed; returns whether it did. */
  upgrade(): boolean {
    this.#isUpgraded = this.#inWork.size === 0;
    return this.#isUpgraded;
  }

  /** Returns what the client is late with: sending a `body`, or reading a response or closing (`end`); undefined if nothing. */
  overdue(nowMs: number, bodyMs: (request: IncomingMessage) => number): "body" | "end" | undefined {
    const { bytesWritten, writableLength, writableFinished } = this.socket;
    if (writableFinished) {
      this.#endedAtMs ??= nowMs;
      return nowMs - this.#endedAtMs > CLOSING_MS ? "end" : undefined;
    }
    if (this.#isUpgraded) return undefined;
    if (writableLength > 0) {
      const bytes = bytesWritten - writableLength;
      if (bytes !== this.#sent.bytes) this.#sent = { bytes, atMs: nowMs };
      if (nowMs - this.#sent.atMs > UNREAD_ANSWER_MS) return "end";
    }
    if (this.#last?.complete !== false) return undefined;
    return nowMs - this.#waitsSinceMs > bodyMs(this.#last) ? "body" : undefined;
  }

  /** A request that has partly arrived is read to its end. */
  get #mayRead(): boolean {
    return this.#inWork.size < MAX_IN_PROGRESS || this.#last?.complete === false;
  }

  readonly #take: Read = (chunk) => {
    const startedMs = performance.now();
    const hasTurn = this.#hasTurn;
    this.#hasTurn = false;
    let rest = chunk;
    let begun: IncomingMessage | undefined;
    while (rest.length > 0) {
      if (this.#isHeld || !this.#mayRead) return this.#hold(rest);
      const isInBody = this.#last?.complete === false;
      const isLate = performance.now() - startedMs > MAX_TURN_MS;
      if (isLate || begun?.complete === true || (isInBody && this.#isCostly && !hasTurn)) {
        this.#hold(rest);
        void this.#goOnInTurn(isInBody ? bodyTurns : requestTurns);
        return;
      }
      const before = this.#last;
      const next = this.#next(rest);
      rest = rest.subarray(next.length);
      const beforeMs = performance.now();
      this.#read(next);
      if (this.#last !== before) begun = this.#last;
      // What completes a request also begins its processing.
      else if (this.#last?.complete === false)
        this.#spend(performance.now() - beforeMs, next.length);
      const { socket } = this;
      if (socket.destroyed) return;
      if (this.#isUpgraded) socket.removeListener("data", this.#take);
      else if (!socket.isPaused()) continue;
      // The rest is left for the code that paused or upgraded the socket.
      if (rest.length > 0) socket.unshift(rest);
      return;
    }
  };

  #spend(ms: number, bytes: number): void {
    this.#body.ms += ms;
    this.#body.bytes += bytes;
    if (this.#isCostly) costlyMs += ms;
  }

  get #isCostly(): boolean {
    const { ms, bytes } = this.#body;
    return ms > CHEAP_BODY.ms && ms > CHEAP_BODY.msPerByte * bytes;
  }

  #hold(rest: Buffer): void {
    this.#isHeld = true;
    this.socket.pause();
    this.socket.unshift(rest);
  }

  async #goOnInTurn(turns: Turns): Promise<void> {
    if (this.#waitsForTurn) return;
    this.#waitsForTurn = true;
    await turns.wait();
    this.#waitsForTurn = false;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#hasTurn = true;
    this.socket.resume();
  }

  /** Returns the leading bytes that contain no more than one request head, and of a chunked body no more than Node reads quickly. */
  #next(unread: Buffer): Buffer {
    if (this.#bodyBytesLeft > 0) {
      const body = unread.subarray(0, this.#bodyBytesLeft);
      this.#bodyBytesLeft -= body.length;
      return body;
    }
    const bytes = unread.subarray(0, MAX_CHUNKED_BYTES);
    const end = this.#endOfLine(bytes);
    if (end !== undefined) {
      this.#lineBegun = 0;
      return bytes.subarray(0, end);
    }
    const isLong = bytes.length >= EMPTY_LINE.length;
    const last = isLong ? bytes.subarray(1 - EMPTY_LINE.length) : bytes;
    this.#lineBegun = last.reduce(lineWith, isLong ? 0 : this.#lineBegun);
    return bytes;
  }

  /** Returns the offset after the first empty line, which may have begun in earlier bytes; undefined if there is none. */
  #endOfLine(bytes: Buffer): number | undefined {
    let begun = this.#lineBegun;
    for (let at = 0; begun > 0 && at < bytes.length; at += 1) {
      begun = lineWith(begun, bytes[at]!);
      if (begun === EMPTY_LINE.length) return at + 1;
    }
    const at = bytes.indexOf(EMPTY_LINE);
    return at === -1 ? undefined : at + EMPTY_LINE.length;
  }
}

/** Returns how many bytes of an empty line are complete after another byte. */
function lineWith(begun: number, byte: number): number {
  if (byte === CR) return begun === 2 ? 3 : 1;
  return byte === LF && begun % 2 === 1 ? begun + 1 : 0;
}
