import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that are in work at the same time; the rest waits unread. */
export const MOST_IN_WORK = 4;
/** Heads, or pieces of a body in chunks, that are read of one connection before all others have their turn. */
const READS_IN_A_TURN = 16;
/** How long a client may take nothing of an answer. */
const UNREAD_ANSWER_MS = 60_000;
/** Of the end of one answer. */
const MOST_LISTENERS = 30;
/** How long a client may take to close its side after the server has. */
const CLOSING_MS = 5_000;

/** What every head ends with, and what a body in chunks does. */
const EMPTY_LINE = Buffer.from("\r\n\r\n");
const [CR, LF] = EMPTY_LINE;

type Read = (bytes: Buffer) => void;

interface InWork {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A connection of a client. Node reads up to 64 KB of it and hands on all requests that it finds there, which may be thousands; here it is
 * given what belongs to one head at a time, and nothing more while enough is in work.
 */
export class Connection {
  readonly socket: Socket;
  readonly #read: Read;
  readonly #inWork = new Set<InWork>();
  #last: IncomingMessage | undefined;
  /** Bytes of the body that was announced last and did not come yet; they may look like anything. */
  #bodyBytesLeft = 0;
  /** How much of an empty line the bytes before ended with. */
  #lineBegun = 0;
  #isHeld = false;
  #isUpgraded = false;
  #waitsSinceMs = performance.now();
  #sent = { bytes: 0, atMs: 0 };
  #endedAtMs: number | undefined;

  /** Takes the place of the listener with which Node's HTTP server has just begun to read a socket. */
  constructor(socket: Socket) {
    this.socket = socket;
    const [read] = socket.listeners("data");
    if (read === undefined) throw new Error("Node reads the connections of its server otherwise");
    this.#read = read as Read;
    socket.removeListener("data", this.#read);
    socket.on("data", this.#take);
  }

  /** Since when its client is waited for, by the clock of `performance.now`; undefined while the server works for it. */
  get waitsSinceMs(): number | undefined {
    if (this.#isUpgraded) return undefined;
    const isUnread = this.socket.writableNeedDrain;
    for (const { request, response } of this.#inWork) {
      if (request.complete && !response.writableEnded && !isUnread) return undefined;
    }
    return this.#waitsSinceMs;
  }

  /** Notes a request that was handed on, until it is answered. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const one = { request, response };
    this.#inWork.add(one);
    this.#last = request;
    this.#bodyBytesLeft = Number(request.headers["content-length"] ?? 0);
    this.#waitsSinceMs = performance.now();
    // Whoever works for the answer hears of its end: more than the ten that Node takes for a leak.
    response.setMaxListeners(MOST_LISTENERS);
    response.once("close", () => {
      this.#inWork.delete(one);
      this.#waitsSinceMs = performance.now();
      if (this.#isHeld && this.#mayRead) setImmediate(this.#goOn);
    });
  }

  /** Lets a request have the connection for itself, unless others before it are in work; says whether it has. */
  upgrade(): boolean {
    this.#isUpgraded = this.#inWork.size === 0;
    return this.#isUpgraded;
  }

  /** Says what of a client is overdue: a body, or that it takes an answer or closes. */
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

  /** What is half sent is read to its end. */
  get #mayRead(): boolean {
    return this.#inWork.size < MOST_IN_WORK || this.#last?.complete === false;
  }

  readonly #take: Read = (chunk) => {
    let rest = chunk;
    for (let reads = 0; rest.length > 0; reads += 1) {
      if (this.#isHeld || !this.#mayRead) return this.#hold(rest);
      if (reads === READS_IN_A_TURN) {
        this.#hold(rest);
        setImmediate(this.#goOn);
        return;
      }
      const next = this.#next(rest);
      rest = rest.subarray(next.length);
      this.#read(next);
      const { socket } = this;
      if (socket.destroyed) return;
      if (this.#isUpgraded) socket.removeListener("data", this.#take);
      else if (!socket.isPaused()) continue;
      // Whoever it is for reads it when it likes.
      if (rest.length > 0) socket.unshift(rest);
      return;
    }
  };

  #hold(rest: Buffer): void {
    this.#isHeld = true;
    this.socket.pause();
    this.socket.unshift(rest);
  }

  readonly #goOn = (): void => {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.socket.resume();
  };

  /** Returns as many of the bytes as have no more than one head in them. */
  #next(bytes: Buffer): Buffer {
    if (this.#bodyBytesLeft > 0) {
      const body = bytes.subarray(0, this.#bodyBytesLeft);
      this.#bodyBytesLeft -= body.length;
      return body;
    }
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

  /** Finds what is behind the first empty line, which may have begun before. */
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

/** Returns how much of an empty line there is when another byte comes. */
function lineWith(begun: number, byte: number): number {
  if (byte === CR) return begun === 2 ? 3 : 1;
  return byte === LF && begun % 2 === 1 ? begun + 1 : 0;
}
