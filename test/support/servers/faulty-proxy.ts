import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** TCP between clients and a server of this machine, with the faults that a network has. */
export interface FaultyProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on every byte of every connection is swallowed, and no connection is closed. */
  vanish(): void;
  /** From now on every piece of what is sent takes so long, in both directions. */
  slowDown(delayMs: number): void;
  /** Resets all connections; new ones get through. */
  reset(): void;
  /** Resets all connections, and from now on each new one. */
  cut(): void;
  /** New connections get through again; those that the server vanished from stay silent for ever. */
  comeBack(): void;
}

type Fault = "none" | "vanished" | "cut";

/** Starts a proxy on a free port in front of `port` of this machine. */
export async function startFaultyProxy(port: number): Promise<FaultyProxy> {
  let fault: Fault = "none";
  let delayMs = 0;
  const connections = new Set<Connection>();
  const server = createServer((client) => {
    if (fault === "cut") {
      client.on("error", () => {}).resetAndDestroy();
      return;
    }
    const connection = new Connection(client, () => delayMs);
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
    if (fault === "vanished") connection.fallSilent();
    else connection.reach(port);
  });
  const reset = (): void => {
    for (const connection of connections) connection.reset();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    vanish() {
      fault = "vanished";
      for (const connection of connections) connection.fallSilent();
    },
    slowDown: (ms) => void (delayMs = ms),
    reset,
    cut() {
      fault = "cut";
      reset();
    },
    comeBack() {
      fault = "none";
      delayMs = 0;
    },
    async [Symbol.asyncDispose]() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}

/** A client's connection, and the one to the server that goes with it. */
class Connection {
  readonly #sockets: Socket[];
  readonly #delayMs: () => number;
  #isSilent = false;

  constructor(client: Socket, delayMs: () => number) {
    this.#sockets = [client];
    this.#delayMs = delayMs;
    client.on("error", () => {});
  }

  reach(port: number): void {
    const target = connect(port, "127.0.0.1");
    target.on("error", () => {});
    const [client] = this.#sockets;
    this.#sockets.push(target);
    for (const [from, to] of [
      [client!, target],
      [target, client!],
    ] as const) {
      from.pipe(this.#way()).pipe(to);
      from.once("close", () => {
        // What was sent before still arrives; whoever was reset resets.
        if (!this.#isSilent && !from.readableEnded) to.resetAndDestroy();
      });
    }
  }

  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Lets pieces through, each after the delay of the moment. */
  #way(): Transform {
    return new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        const pass = (): void => done(null, this.#isSilent ? undefined : piece);
        const ms = this.#delayMs();
        if (ms === 0) pass();
        else setTimeout(pass, ms);
      },
    });
  }
}
