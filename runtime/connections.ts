import { readFileSync } from "node:fs";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { clientOf } from "./client-address.ts";
import { Connection } from "./connection.ts";

/** More would spend memory on clients of which most are idle. */
const MAX_CONNECTIONS = 10_000;
/** The share of a process's file descriptors that is left for files, databases and child processes. */
const DESCRIPTORS_OF_ITS_OWN = 0.25;
/** The share of all connections that is closed at once when there is no room for the next one. */
const ENDED_AT_ONCE = 1 / 32;
const LOOK_EVERY_MS = 1_000;

/**
 * The connections of a process, up to a maximum. When it is reached, connections that wait for their client are closed, first
 * those of the client with the most connections, and among these those that have waited longest. So a few clients cannot keep
 * the others out.
 */
export class Connections {
  readonly #max: number;
  readonly #open = new Map<Socket, Connection>();

  /** `max` is bounded by the file descriptors of the process. */
  constructor(max = MAX_CONNECTIONS) {
    this.#max = Math.min(max, connectionsByDescriptors());
  }

  /** Watches the connections of a server that does not listen yet; `bodyMs` returns how long the body of a request may take. */
  watch(server: Server, bodyMs: (request: IncomingMessage) => number): void {
    server.on("connection", (socket) => this.#add(socket));
    server.prependListener("request", (request, response) =>
      this.#open.get(request.socket)?.begin(request, response),
    );
    const looking = setInterval(() => this.#endOverdue(server, bodyMs), LOOK_EVERY_MS);
    looking.unref();
    server.once("close", () => clearInterval(looking));
  }

  /** Reserves the connection of an upgrade request; returns false if other requests on it are being processed. */
  upgrade({ socket }: IncomingMessage): boolean {
    return this.#open.get(socket)?.upgrade() === true;
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#max) this.#makeRoom();
    if (this.#open.size >= this.#max) return void socket.destroy();
    this.#open.set(socket, new Connection(socket));
    socket.once("close", () => this.#open.delete(socket));
  }

  #makeRoom(): void {
    const held = new Map<string, number>();
    const waiting: {
      readonly socket: Socket;
      readonly client: string;
      readonly sinceMs: number;
    }[] = [];
    for (const [socket, { waitsSinceMs: sinceMs }] of this.#open) {
      const client = clientOf(socket.remoteAddress ?? "");
      held.set(client, (held.get(client) ?? 0) + 1);
      if (sinceMs !== undefined) waiting.push({ socket, client, sinceMs });
    }
    const heldBy = ({ client }: { readonly client: string }) => held.get(client) ?? 0;
    waiting.sort((one, other) => heldBy(other) - heldBy(one) || one.sinceMs - other.sinceMs);
    for (const { socket } of waiting.slice(0, Math.ceil(this.#max * ENDED_AT_ONCE))) {
      this.#open.delete(socket);
      socket.destroy();
    }
  }

  #endOverdue(server: Server, bodyMs: (request: IncomingMessage) => number): void {
    const nowMs = performance.now();
    for (const [socket, connection] of this.#open) {
      const overdue = connection.overdue(nowMs, bodyMs);
      const isAnswered =
        overdue === "body" && server.emit("clientError", new RequestTimeout(), socket);
      if (overdue !== undefined && !isAnswered) socket.destroy();
    }
  }
}

/** A request body did not arrive in time; has the code of Node's own timeout, which covers request heads. */
class RequestTimeout extends Error {
  override readonly name = "RequestTimeout";
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}

/** Returns how many connections there are file descriptors for; Infinity where that is not known, as outside Linux. */
function connectionsByDescriptors(): number {
  try {
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return max === undefined ? Infinity : Math.floor(Number(max) * (1 - DESCRIPTORS_OF_ITS_OWN));
  } catch {
    return Infinity;
  }
}
